// Tells what has happened to those who cannot see it.

function announce(text) {
  document.querySelector(".status").textContent = text;
}
