"""Results of earlier builds, kept beside the study under hashes of what they were made from."""
