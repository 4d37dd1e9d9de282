// What leaves the page: by the clipboard, or as a file.

// Names as files have them, without what keeps their direction on screen.
const isolated = /[\u2066-\u2069]/gu;

async function copy(shownText) {
  const text = shownText.replace(isolated, "");
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

// The clipboard holds both, and the program that pastes takes what it can.
async function copyRich(html, text) {
  const blob = (content, type) => new Blob([content], { type });
  try {
    await navigator.clipboard.write([
      new ClipboardItem({ "text/html": blob(html, "text/html"), "text/plain": blob(text, "text/plain") }),
    ]);
  } catch {
    const fill = (event) => {
      event.clipboardData.setData("text/html", html);
      event.clipboardData.setData("text/plain", text);
      event.preventDefault();
    };
    document.addEventListener("copy", fill, { once: true });
    document.execCommand("copy");
    document.removeEventListener("copy", fill);
  }
}

function save(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
