CREATE TABLE "datasets" (
	dataset_uuid VARCHAR(36) NOT NULL, 
	experiment_id INTEGER NOT NULL, 
	name VARCHAR(500) NOT NULL, 
	digest VARCHAR(36) NOT NULL, 
	dataset_source_type VARCHAR(36) NOT NULL, 
	dataset_source TEXT NOT NULL, 
	dataset_schema TEXT, 
	dataset_profile TEXT, 
	CONSTRAINT dataset_pk PRIMARY KEY (experiment_id, name, digest), 
	CONSTRAINT fk_datasets_experiment_id_experiments FOREIGN KEY(experiment_id) REFERENCES experiments (experiment_id) ON DELETE CASCADE
);
CREATE TABLE "experiments" (
	experiment_id INTEGER NOT NULL, 
	name VARCHAR(256) NOT NULL, 
	artifact_location VARCHAR(256), 
	lifecycle_stage VARCHAR(32), 
	creation_time BIGINT, 
	last_update_time BIGINT, 
	workspace VARCHAR(63) DEFAULT 'default' NOT NULL, 
	CONSTRAINT experiment_pk PRIMARY KEY (experiment_id), 
	CONSTRAINT experiments_lifecycle_stage CHECK (lifecycle_stage IN ('active', 'deleted')), 
	CONSTRAINT uq_experiments_workspace_name UNIQUE (workspace, name)
);
INSERT INTO "experiments" VALUES(0,'Default','/stores/mlruns/0','active',1795941247831,1795941247831,'default');
INSERT INTO "experiments" VALUES(1,'trees','/stores/mlruns/1','active',1795941247855,1795941247855,'default');
INSERT INTO "experiments" VALUES(2,'old','/stores/mlruns/2','deleted',1795941250081,1795941250221,'default');
CREATE TABLE inputs (
	input_uuid VARCHAR(36) NOT NULL, 
	source_type VARCHAR(36) NOT NULL, 
	source_id VARCHAR(36) NOT NULL, 
	destination_type VARCHAR(36) NOT NULL, 
	destination_id VARCHAR(36) NOT NULL, step BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT inputs_pk PRIMARY KEY (source_type, source_id, destination_type, destination_id)
);
CREATE TABLE "latest_metrics" (
	"key" VARCHAR(250) NOT NULL, 
	value FLOAT NOT NULL, 
	timestamp BIGINT, 
	step BIGINT NOT NULL, 
	is_nan BOOLEAN NOT NULL, 
	run_uuid VARCHAR(32) NOT NULL, 
	CONSTRAINT latest_metric_pk PRIMARY KEY ("key", run_uuid), 
	FOREIGN KEY(run_uuid) REFERENCES runs (run_uuid), 
	CHECK (is_nan IN (0, 1))
);
INSERT INTO "latest_metrics" VALUES('accuracy',0.5,1795941248160,7,0,'3efff9c31c5747b3b64e7f775fa75162');
INSERT INTO "latest_metrics" VALUES('val/loss',1.0,1795941248241,0,0,'3efff9c31c5747b3b64e7f775fa75162');
INSERT INTO "latest_metrics" VALUES('accuracy',0.51,1795941248436,7,0,'0ec4a6661dbc4e339e72aedd8e660dcf');
INSERT INTO "latest_metrics" VALUES('val/loss',1.0,1795941248481,0,0,'0ec4a6661dbc4e339e72aedd8e660dcf');
INSERT INTO "latest_metrics" VALUES('accuracy',0.7,1795941248684,7,0,'45343b8df13844dda5f9010eb4b55f67');
INSERT INTO "latest_metrics" VALUES('val/loss',0.9,1795941248712,0,0,'45343b8df13844dda5f9010eb4b55f67');
INSERT INTO "latest_metrics" VALUES('accuracy',0.71,1795941248825,7,0,'9c6c5ebcade843719b6cbb5f70992db8');
INSERT INTO "latest_metrics" VALUES('val/loss',0.9,1795941248848,0,0,'9c6c5ebcade843719b6cbb5f70992db8');
INSERT INTO "latest_metrics" VALUES('accuracy',0.6,1795941248980,7,0,'90bcba6186e6458bbffa606889ce205c');
INSERT INTO "latest_metrics" VALUES('val/loss',1.0,1795941249000,0,0,'90bcba6186e6458bbffa606889ce205c');
INSERT INTO "latest_metrics" VALUES('accuracy',0.61,1795941249168,7,0,'6707a5b7250e4862a807306835925bb6');
INSERT INTO "latest_metrics" VALUES('val/loss',1.0,1795941249192,0,0,'6707a5b7250e4862a807306835925bb6');
INSERT INTO "latest_metrics" VALUES('accuracy',0.8,1795941249402,7,0,'72688fad9e4e40ebae24f580219426a0');
INSERT INTO "latest_metrics" VALUES('val/loss',0.9,1795941249456,0,0,'72688fad9e4e40ebae24f580219426a0');
INSERT INTO "latest_metrics" VALUES('accuracy',0.81,1795941249736,7,0,'c1b87c2394e246afbc73041de9f409ac');
INSERT INTO "latest_metrics" VALUES('val/loss',0.9,1795941249769,0,0,'c1b87c2394e246afbc73041de9f409ac');
INSERT INTO "latest_metrics" VALUES('accuracy',9.0,1795941249920,0,0,'5fe78ee89c4c41f7b7210e0cc6375e92');
INSERT INTO "latest_metrics" VALUES('accuracy',8.0,1795941250138,0,0,'c4d95ba5465a4aa69df8584aae0835d6');
CREATE TABLE "metrics" (
	"key" VARCHAR(250) NOT NULL, 
	value FLOAT NOT NULL, 
	timestamp BIGINT NOT NULL, 
	run_uuid VARCHAR(32) NOT NULL, 
	step BIGINT DEFAULT '0' NOT NULL, 
	is_nan BOOLEAN DEFAULT '0' NOT NULL, 
	CONSTRAINT metric_pk PRIMARY KEY ("key", timestamp, step, run_uuid, value, is_nan), 
	FOREIGN KEY(run_uuid) REFERENCES runs (run_uuid), 
	CHECK (is_nan IN (0, 1))
);
INSERT INTO "metrics" VALUES('accuracy',0.1,1795941248110,'3efff9c31c5747b3b64e7f775fa75162',1,0);
INSERT INTO "metrics" VALUES('accuracy',0.5,1795941248160,'3efff9c31c5747b3b64e7f775fa75162',7,0);
INSERT INTO "metrics" VALUES('accuracy',0.2,1795941248200,'3efff9c31c5747b3b64e7f775fa75162',3,0);
INSERT INTO "metrics" VALUES('val/loss',1.0,1795941248241,'3efff9c31c5747b3b64e7f775fa75162',0,0);
INSERT INTO "metrics" VALUES('accuracy',0.1,1795941248396,'0ec4a6661dbc4e339e72aedd8e660dcf',1,0);
INSERT INTO "metrics" VALUES('accuracy',0.51,1795941248436,'0ec4a6661dbc4e339e72aedd8e660dcf',7,0);
INSERT INTO "metrics" VALUES('accuracy',0.2,1795941248464,'0ec4a6661dbc4e339e72aedd8e660dcf',3,0);
INSERT INTO "metrics" VALUES('val/loss',1.0,1795941248481,'0ec4a6661dbc4e339e72aedd8e660dcf',0,0);
INSERT INTO "metrics" VALUES('accuracy',0.1,1795941248656,'45343b8df13844dda5f9010eb4b55f67',1,0);
INSERT INTO "metrics" VALUES('accuracy',0.7,1795941248684,'45343b8df13844dda5f9010eb4b55f67',7,0);
INSERT INTO "metrics" VALUES('accuracy',0.2,1795941248697,'45343b8df13844dda5f9010eb4b55f67',3,0);
INSERT INTO "metrics" VALUES('val/loss',0.9,1795941248712,'45343b8df13844dda5f9010eb4b55f67',0,0);
INSERT INTO "metrics" VALUES('accuracy',0.1,1795941248811,'9c6c5ebcade843719b6cbb5f70992db8',1,0);
INSERT INTO "metrics" VALUES('accuracy',0.71,1795941248825,'9c6c5ebcade843719b6cbb5f70992db8',7,0);
INSERT INTO "metrics" VALUES('accuracy',0.2,1795941248836,'9c6c5ebcade843719b6cbb5f70992db8',3,0);
INSERT INTO "metrics" VALUES('val/loss',0.9,1795941248848,'9c6c5ebcade843719b6cbb5f70992db8',0,0);
INSERT INTO "metrics" VALUES('accuracy',0.1,1795941248973,'90bcba6186e6458bbffa606889ce205c',1,0);
INSERT INTO "metrics" VALUES('accuracy',0.6,1795941248980,'90bcba6186e6458bbffa606889ce205c',7,0);
INSERT INTO "metrics" VALUES('accuracy',0.2,1795941248988,'90bcba6186e6458bbffa606889ce205c',3,0);
INSERT INTO "metrics" VALUES('val/loss',1.0,1795941249000,'90bcba6186e6458bbffa606889ce205c',0,0);
INSERT INTO "metrics" VALUES('accuracy',0.1,1795941249152,'6707a5b7250e4862a807306835925bb6',1,0);
INSERT INTO "metrics" VALUES('accuracy',0.61,1795941249168,'6707a5b7250e4862a807306835925bb6',7,0);
INSERT INTO "metrics" VALUES('accuracy',0.2,1795941249182,'6707a5b7250e4862a807306835925bb6',3,0);
INSERT INTO "metrics" VALUES('val/loss',1.0,1795941249192,'6707a5b7250e4862a807306835925bb6',0,0);
INSERT INTO "metrics" VALUES('accuracy',0.1,1795941249392,'72688fad9e4e40ebae24f580219426a0',1,0);
INSERT INTO "metrics" VALUES('accuracy',0.8,1795941249402,'72688fad9e4e40ebae24f580219426a0',7,0);
INSERT INTO "metrics" VALUES('accuracy',0.2,1795941249430,'72688fad9e4e40ebae24f580219426a0',3,0);
INSERT INTO "metrics" VALUES('val/loss',0.9,1795941249456,'72688fad9e4e40ebae24f580219426a0',0,0);
INSERT INTO "metrics" VALUES('accuracy',0.1,1795941249712,'c1b87c2394e246afbc73041de9f409ac',1,0);
INSERT INTO "metrics" VALUES('accuracy',0.81,1795941249736,'c1b87c2394e246afbc73041de9f409ac',7,0);
INSERT INTO "metrics" VALUES('accuracy',0.2,1795941249752,'c1b87c2394e246afbc73041de9f409ac',3,0);
INSERT INTO "metrics" VALUES('val/loss',0.9,1795941249769,'c1b87c2394e246afbc73041de9f409ac',0,0);
INSERT INTO "metrics" VALUES('accuracy',9.0,1795941249920,'5fe78ee89c4c41f7b7210e0cc6375e92',0,0);
INSERT INTO "metrics" VALUES('accuracy',8.0,1795941250138,'c4d95ba5465a4aa69df8584aae0835d6',0,0);
CREATE TABLE "params" (
	"key" VARCHAR(250) NOT NULL, 
	value VARCHAR(8000) NOT NULL, 
	run_uuid VARCHAR(32) NOT NULL, 
	CONSTRAINT param_pk PRIMARY KEY ("key", run_uuid), 
	FOREIGN KEY(run_uuid) REFERENCES runs (run_uuid)
);
INSERT INTO "params" VALUES('dataset','iris','b0c89096e41541e4aca63a3a30213d41');
INSERT INTO "params" VALUES('model','knn','b0c89096e41541e4aca63a3a30213d41');
INSERT INTO "params" VALUES('k','3','b0c89096e41541e4aca63a3a30213d41');
INSERT INTO "params" VALUES('fold','0','3efff9c31c5747b3b64e7f775fa75162');
INSERT INTO "params" VALUES('fold','1','0ec4a6661dbc4e339e72aedd8e660dcf');
INSERT INTO "params" VALUES('dataset','iris','bc84ef5fe00845c08b3b87d109dd0e92');
INSERT INTO "params" VALUES('model','tree','bc84ef5fe00845c08b3b87d109dd0e92');
INSERT INTO "params" VALUES('k','3','bc84ef5fe00845c08b3b87d109dd0e92');
INSERT INTO "params" VALUES('fold','0','45343b8df13844dda5f9010eb4b55f67');
INSERT INTO "params" VALUES('fold','1','9c6c5ebcade843719b6cbb5f70992db8');
INSERT INTO "params" VALUES('dataset','wine, ''red'' 🍷','99f3aad9afaf4d5fb1b47e52c198be8d');
INSERT INTO "params" VALUES('model','knn','99f3aad9afaf4d5fb1b47e52c198be8d');
INSERT INTO "params" VALUES('k','3','99f3aad9afaf4d5fb1b47e52c198be8d');
INSERT INTO "params" VALUES('fold','0','90bcba6186e6458bbffa606889ce205c');
INSERT INTO "params" VALUES('fold','1','6707a5b7250e4862a807306835925bb6');
INSERT INTO "params" VALUES('dataset','wine, ''red'' 🍷','db4360e0401e40efbea719f512d8f968');
INSERT INTO "params" VALUES('model','tree','db4360e0401e40efbea719f512d8f968');
INSERT INTO "params" VALUES('k','3','db4360e0401e40efbea719f512d8f968');
INSERT INTO "params" VALUES('fold','0','72688fad9e4e40ebae24f580219426a0');
INSERT INTO "params" VALUES('fold','1','c1b87c2394e246afbc73041de9f409ac');
CREATE TABLE "runs" (
	run_uuid VARCHAR(32) NOT NULL, 
	name VARCHAR(250), 
	source_type VARCHAR(20), 
	source_name VARCHAR(500), 
	entry_point_name VARCHAR(50), 
	user_id VARCHAR(256), 
	status VARCHAR(9), 
	start_time BIGINT, 
	end_time BIGINT, 
	source_version VARCHAR(50), 
	lifecycle_stage VARCHAR(20), 
	artifact_uri VARCHAR(200), 
	experiment_id INTEGER, deleted_time BIGINT, 
	CONSTRAINT run_pk PRIMARY KEY (run_uuid), 
	CONSTRAINT runs_lifecycle_stage CHECK (lifecycle_stage IN ('active', 'deleted')), 
	CONSTRAINT source_type CHECK (source_type IN ('NOTEBOOK', 'JOB', 'LOCAL', 'UNKNOWN', 'PROJECT')), 
	FOREIGN KEY(experiment_id) REFERENCES experiments (experiment_id), 
	CHECK (status IN ('SCHEDULED', 'FAILED', 'FINISHED', 'RUNNING', 'KILLED'))
);
INSERT INTO "runs" VALUES('b0c89096e41541e4aca63a3a30213d41','knn on iris','UNKNOWN','','','user','FINISHED',1795941247890,1795941248516,'','active','/stores/mlruns/1/b0c89096e41541e4aca63a3a30213d41/artifacts',1,NULL);
INSERT INTO "runs" VALUES('3efff9c31c5747b3b64e7f775fa75162','lyrical-hare-320','UNKNOWN','','','user','FINISHED',1795941247988,1795941248276,'','active','/stores/mlruns/1/3efff9c31c5747b3b64e7f775fa75162/artifacts',1,NULL);
INSERT INTO "runs" VALUES('0ec4a6661dbc4e339e72aedd8e660dcf','unequaled-horse-454','UNKNOWN','','','user','FINISHED',1795941248321,1795941248496,'','active','/stores/mlruns/1/0ec4a6661dbc4e339e72aedd8e660dcf/artifacts',1,NULL);
INSERT INTO "runs" VALUES('bc84ef5fe00845c08b3b87d109dd0e92','tree on iris','UNKNOWN','','','user','FINISHED',1795941248534,1795941248876,'','active','/stores/mlruns/1/bc84ef5fe00845c08b3b87d109dd0e92/artifacts',1,NULL);
INSERT INTO "runs" VALUES('45343b8df13844dda5f9010eb4b55f67','trusting-perch-745','UNKNOWN','','','user','FINISHED',1795941248605,1795941248727,'','active','/stores/mlruns/1/45343b8df13844dda5f9010eb4b55f67/artifacts',1,NULL);
INSERT INTO "runs" VALUES('9c6c5ebcade843719b6cbb5f70992db8','amazing-auk-107','UNKNOWN','','','user','FINISHED',1795941248746,1795941248860,'','active','/stores/mlruns/1/9c6c5ebcade843719b6cbb5f70992db8/artifacts',1,NULL);
INSERT INTO "runs" VALUES('99f3aad9afaf4d5fb1b47e52c198be8d','knn on wine, ''red'' 🍷','UNKNOWN','','','user','FINISHED',1795941248889,1795941249236,'','active','/stores/mlruns/1/99f3aad9afaf4d5fb1b47e52c198be8d/artifacts',1,NULL);
INSERT INTO "runs" VALUES('90bcba6186e6458bbffa606889ce205c','handsome-toad-842','UNKNOWN','','','user','FINISHED',1795941248924,1795941249037,'','active','/stores/mlruns/1/90bcba6186e6458bbffa606889ce205c/artifacts',1,NULL);
INSERT INTO "runs" VALUES('6707a5b7250e4862a807306835925bb6','treasured-trout-437','UNKNOWN','','','user','FINISHED',1795941249082,1795941249212,'','active','/stores/mlruns/1/6707a5b7250e4862a807306835925bb6/artifacts',1,NULL);
INSERT INTO "runs" VALUES('db4360e0401e40efbea719f512d8f968','tree on wine, ''red'' 🍷','UNKNOWN','','','user','FINISHED',1795941249256,1795941249812,'','active','/stores/mlruns/1/db4360e0401e40efbea719f512d8f968/artifacts',1,NULL);
INSERT INTO "runs" VALUES('72688fad9e4e40ebae24f580219426a0','shivering-tern-889','UNKNOWN','','','user','FINISHED',1795941249315,1795941249500,'','active','/stores/mlruns/1/72688fad9e4e40ebae24f580219426a0/artifacts',1,NULL);
INSERT INTO "runs" VALUES('c1b87c2394e246afbc73041de9f409ac','selective-grub-532','UNKNOWN','','','user','FINISHED',1795941249545,1795941249777,'','active','/stores/mlruns/1/c1b87c2394e246afbc73041de9f409ac/artifacts',1,NULL);
INSERT INTO "runs" VALUES('5fe78ee89c4c41f7b7210e0cc6375e92','burly-finch-977','UNKNOWN','','','user','FINISHED',1795941249840,1795941249993,'','deleted','/stores/mlruns/1/5fe78ee89c4c41f7b7210e0cc6375e92/artifacts',1,1795941250046);
INSERT INTO "runs" VALUES('c4d95ba5465a4aa69df8584aae0835d6','skillful-cub-572','UNKNOWN','','','user','FINISHED',1795941250116,1795941250150,'','deleted','/stores/mlruns/2/c4d95ba5465a4aa69df8584aae0835d6/artifacts',2,1795941250231);
CREATE TABLE "tags" (
	"key" VARCHAR(250) NOT NULL, 
	value VARCHAR(8000), 
	run_uuid VARCHAR(32) NOT NULL, 
	CONSTRAINT tag_pk PRIMARY KEY ("key", run_uuid), 
	FOREIGN KEY(run_uuid) REFERENCES runs (run_uuid)
);
INSERT INTO "tags" VALUES('mlflow.user','user','b0c89096e41541e4aca63a3a30213d41');
INSERT INTO "tags" VALUES('mlflow.source.name','record_mlflow.py','b0c89096e41541e4aca63a3a30213d41');
INSERT INTO "tags" VALUES('mlflow.source.type','LOCAL','b0c89096e41541e4aca63a3a30213d41');
INSERT INTO "tags" VALUES('mlflow.runName','knn on iris','b0c89096e41541e4aca63a3a30213d41');
INSERT INTO "tags" VALUES('mlflow.user','user','3efff9c31c5747b3b64e7f775fa75162');
INSERT INTO "tags" VALUES('mlflow.source.name','record_mlflow.py','3efff9c31c5747b3b64e7f775fa75162');
INSERT INTO "tags" VALUES('mlflow.source.type','LOCAL','3efff9c31c5747b3b64e7f775fa75162');
INSERT INTO "tags" VALUES('mlflow.parentRunId','b0c89096e41541e4aca63a3a30213d41','3efff9c31c5747b3b64e7f775fa75162');
INSERT INTO "tags" VALUES('mlflow.runName','lyrical-hare-320','3efff9c31c5747b3b64e7f775fa75162');
INSERT INTO "tags" VALUES('k','three','3efff9c31c5747b3b64e7f775fa75162');
INSERT INTO "tags" VALUES('mlflow.user','user','0ec4a6661dbc4e339e72aedd8e660dcf');
INSERT INTO "tags" VALUES('mlflow.source.name','record_mlflow.py','0ec4a6661dbc4e339e72aedd8e660dcf');
INSERT INTO "tags" VALUES('mlflow.source.type','LOCAL','0ec4a6661dbc4e339e72aedd8e660dcf');
INSERT INTO "tags" VALUES('mlflow.parentRunId','b0c89096e41541e4aca63a3a30213d41','0ec4a6661dbc4e339e72aedd8e660dcf');
INSERT INTO "tags" VALUES('mlflow.runName','unequaled-horse-454','0ec4a6661dbc4e339e72aedd8e660dcf');
INSERT INTO "tags" VALUES('k','three','0ec4a6661dbc4e339e72aedd8e660dcf');
INSERT INTO "tags" VALUES('mlflow.user','user','bc84ef5fe00845c08b3b87d109dd0e92');
INSERT INTO "tags" VALUES('mlflow.source.name','record_mlflow.py','bc84ef5fe00845c08b3b87d109dd0e92');
INSERT INTO "tags" VALUES('mlflow.source.type','LOCAL','bc84ef5fe00845c08b3b87d109dd0e92');
INSERT INTO "tags" VALUES('mlflow.runName','tree on iris','bc84ef5fe00845c08b3b87d109dd0e92');
INSERT INTO "tags" VALUES('mlflow.user','user','45343b8df13844dda5f9010eb4b55f67');
INSERT INTO "tags" VALUES('mlflow.source.name','record_mlflow.py','45343b8df13844dda5f9010eb4b55f67');
INSERT INTO "tags" VALUES('mlflow.source.type','LOCAL','45343b8df13844dda5f9010eb4b55f67');
INSERT INTO "tags" VALUES('mlflow.parentRunId','bc84ef5fe00845c08b3b87d109dd0e92','45343b8df13844dda5f9010eb4b55f67');
INSERT INTO "tags" VALUES('mlflow.runName','trusting-perch-745','45343b8df13844dda5f9010eb4b55f67');
INSERT INTO "tags" VALUES('k','three','45343b8df13844dda5f9010eb4b55f67');
INSERT INTO "tags" VALUES('mlflow.user','user','9c6c5ebcade843719b6cbb5f70992db8');
INSERT INTO "tags" VALUES('mlflow.source.name','record_mlflow.py','9c6c5ebcade843719b6cbb5f70992db8');
INSERT INTO "tags" VALUES('mlflow.source.type','LOCAL','9c6c5ebcade843719b6cbb5f70992db8');
INSERT INTO "tags" VALUES('mlflow.parentRunId','bc84ef5fe00845c08b3b87d109dd0e92','9c6c5ebcade843719b6cbb5f70992db8');
INSERT INTO "tags" VALUES('mlflow.runName','amazing-auk-107','9c6c5ebcade843719b6cbb5f70992db8');
INSERT INTO "tags" VALUES('k','three','9c6c5ebcade843719b6cbb5f70992db8');
INSERT INTO "tags" VALUES('mlflow.user','user','99f3aad9afaf4d5fb1b47e52c198be8d');
INSERT INTO "tags" VALUES('mlflow.source.name','record_mlflow.py','99f3aad9afaf4d5fb1b47e52c198be8d');
INSERT INTO "tags" VALUES('mlflow.source.type','LOCAL','99f3aad9afaf4d5fb1b47e52c198be8d');
INSERT INTO "tags" VALUES('mlflow.runName','knn on wine, ''red'' 🍷','99f3aad9afaf4d5fb1b47e52c198be8d');
INSERT INTO "tags" VALUES('mlflow.user','user','90bcba6186e6458bbffa606889ce205c');
INSERT INTO "tags" VALUES('mlflow.source.name','record_mlflow.py','90bcba6186e6458bbffa606889ce205c');
INSERT INTO "tags" VALUES('mlflow.source.type','LOCAL','90bcba6186e6458bbffa606889ce205c');
INSERT INTO "tags" VALUES('mlflow.parentRunId','99f3aad9afaf4d5fb1b47e52c198be8d','90bcba6186e6458bbffa606889ce205c');
INSERT INTO "tags" VALUES('mlflow.runName','handsome-toad-842','90bcba6186e6458bbffa606889ce205c');
INSERT INTO "tags" VALUES('k','three','90bcba6186e6458bbffa606889ce205c');
INSERT INTO "tags" VALUES('mlflow.user','user','6707a5b7250e4862a807306835925bb6');
INSERT INTO "tags" VALUES('mlflow.source.name','record_mlflow.py','6707a5b7250e4862a807306835925bb6');
INSERT INTO "tags" VALUES('mlflow.source.type','LOCAL','6707a5b7250e4862a807306835925bb6');
INSERT INTO "tags" VALUES('mlflow.parentRunId','99f3aad9afaf4d5fb1b47e52c198be8d','6707a5b7250e4862a807306835925bb6');
INSERT INTO "tags" VALUES('mlflow.runName','treasured-trout-437','6707a5b7250e4862a807306835925bb6');
INSERT INTO "tags" VALUES('k','three','6707a5b7250e4862a807306835925bb6');
INSERT INTO "tags" VALUES('mlflow.user','user','db4360e0401e40efbea719f512d8f968');
INSERT INTO "tags" VALUES('mlflow.source.name','record_mlflow.py','db4360e0401e40efbea719f512d8f968');
INSERT INTO "tags" VALUES('mlflow.source.type','LOCAL','db4360e0401e40efbea719f512d8f968');
INSERT INTO "tags" VALUES('mlflow.runName','tree on wine, ''red'' 🍷','db4360e0401e40efbea719f512d8f968');
INSERT INTO "tags" VALUES('mlflow.user','user','72688fad9e4e40ebae24f580219426a0');
INSERT INTO "tags" VALUES('mlflow.source.name','record_mlflow.py','72688fad9e4e40ebae24f580219426a0');
INSERT INTO "tags" VALUES('mlflow.source.type','LOCAL','72688fad9e4e40ebae24f580219426a0');
INSERT INTO "tags" VALUES('mlflow.parentRunId','db4360e0401e40efbea719f512d8f968','72688fad9e4e40ebae24f580219426a0');
INSERT INTO "tags" VALUES('mlflow.runName','shivering-tern-889','72688fad9e4e40ebae24f580219426a0');
INSERT INTO "tags" VALUES('k','three','72688fad9e4e40ebae24f580219426a0');
INSERT INTO "tags" VALUES('mlflow.user','user','c1b87c2394e246afbc73041de9f409ac');
INSERT INTO "tags" VALUES('mlflow.source.name','record_mlflow.py','c1b87c2394e246afbc73041de9f409ac');
INSERT INTO "tags" VALUES('mlflow.source.type','LOCAL','c1b87c2394e246afbc73041de9f409ac');
INSERT INTO "tags" VALUES('mlflow.parentRunId','db4360e0401e40efbea719f512d8f968','c1b87c2394e246afbc73041de9f409ac');
INSERT INTO "tags" VALUES('mlflow.runName','selective-grub-532','c1b87c2394e246afbc73041de9f409ac');
INSERT INTO "tags" VALUES('k','three','c1b87c2394e246afbc73041de9f409ac');
INSERT INTO "tags" VALUES('mlflow.user','user','5fe78ee89c4c41f7b7210e0cc6375e92');
INSERT INTO "tags" VALUES('mlflow.source.name','record_mlflow.py','5fe78ee89c4c41f7b7210e0cc6375e92');
INSERT INTO "tags" VALUES('mlflow.source.type','LOCAL','5fe78ee89c4c41f7b7210e0cc6375e92');
INSERT INTO "tags" VALUES('mlflow.runName','burly-finch-977','5fe78ee89c4c41f7b7210e0cc6375e92');
INSERT INTO "tags" VALUES('mlflow.user','user','c4d95ba5465a4aa69df8584aae0835d6');
INSERT INTO "tags" VALUES('mlflow.source.name','record_mlflow.py','c4d95ba5465a4aa69df8584aae0835d6');
INSERT INTO "tags" VALUES('mlflow.source.type','LOCAL','c4d95ba5465a4aa69df8584aae0835d6');
INSERT INTO "tags" VALUES('mlflow.runName','skillful-cub-572','c4d95ba5465a4aa69df8584aae0835d6');
