// Light and dark.

function remember(theme) {
  try { localStorage.setItem("rankpress-theme", theme); } catch { /* a browser may refuse pages from a file */ }
}

function remembered() {
  try { return localStorage.getItem("rankpress-theme"); } catch { return null; }
}

function addThemeButton() {
  const root = document.documentElement;
  const systemDark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme || (systemDark.matches ? "dark" : "light")) === "dark";
  const toggle = button("", "", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    remember(root.dataset.theme);
    label();
  });
  const label = () => { toggle.textContent = isDark() ? "Light" : "Dark"; };
  if (["light", "dark"].includes(remembered())) root.dataset.theme = remembered();
  systemDark.addEventListener("change", label);
  toggle.className = "theme";
  toggle.title = "Switch between light and dark";
  label();
  document.querySelector(".tools").append(toggle);
}

addThemeButton();
