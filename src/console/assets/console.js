// What pages do beyond forms and links. Everything important works without it but the upload of pictures.

/** `data-copy="#id"`: copies the text of that element. */
document.addEventListener('click', async (event) => {
  const button = event.target.closest?.('[data-copy]');
  if (!button) return;
  const source = document.querySelector(button.dataset.copy);
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(source.textContent.trim());
    button.textContent = 'Copied';
  } catch {
    // Browsers keep the clipboard from pages without https, and where a person has said no.
    getSelection().selectAllChildren(source);
    button.textContent = 'Marked: copy it by Ctrl-C';
  }
  setTimeout(() => {
    button.textContent = label;
  }, 2000);
});

/** `data-confirm="…?"` on a form: asks before it is sent. */
document.addEventListener('submit', (event) => {
  const question = event.target.dataset?.confirm;
  if (question && !window.confirm(question)) event.preventDefault();
});

/** A form that sends files by htmx has a `<progress>`, which shows how much is there. */
document.addEventListener('htmx:xhr:progress', (event) => {
  const bar = event.target.querySelector?.('progress');
  const { loaded, total, lengthComputable } = event.detail;
  if (!bar || !lengthComputable) return;
  bar.hidden = false;
  bar.max = total;
  bar.value = loaded;
});

/** `data-max-bytes` on the choice of a file: says that one is too large before it is sent. */
document.addEventListener('change', ({ target }) => {
  const most = Number(target.dataset?.maxBytes);
  if (!most) return;
  const isTooLarge = [...target.files].some(({ size }) => size > most);
  target.setCustomValidity(isTooLarge ? `This file is too large: ${Math.floor(most / 1048576)} MB is the most.` : '');
  target.reportValidity();
});

/** What a refused or broken request of htmx says, where a whole page would have said it. */
for (const name of ['htmx:responseError', 'htmx:sendError']) document.addEventListener(name, sayThatItFailed);
function sayThatItFailed(event) {
  const box = document.createElement('p');
  box.className = 'problem';
  box.setAttribute('role', 'alert');
  box.textContent = 'This did not work. Load the page anew and try again.';
  event.target.prepend(box);
}
