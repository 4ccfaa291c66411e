// Enhancements. All important features work without scripts, except uploading pictures.

/** `data-copy="#id"` copies the text of that element. */
document.addEventListener('click', async (event) => {
  const button = event.target.closest?.('[data-copy]');
  if (!button) return;
  const source = document.querySelector(button.dataset.copy);
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(source.textContent.trim());
    button.textContent = 'Copied';
  } catch {
    // Browsers deny clipboard access without https or without permission.
    getSelection().selectAllChildren(source);
    button.textContent = 'Selected. Press Ctrl+C';
  }
  setTimeout(() => {
    button.textContent = label;
  }, 2000);
});

/** `data-copy-link` on a link copies its address instead of opening it, `data-share` shares it where the device can. */
document.addEventListener('click', async (event) => {
  const link = event.target.closest?.('a:is([data-copy-link], [data-share])');
  const isShared = 'share' in (link?.dataset ?? {}) && navigator.share;
  if (!link || !(isShared || navigator.clipboard) || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  // Who closes the menu of the device shares nothing.
  if (isShared) return navigator.share({ url: link.href }).catch(() => {});
  await navigator.clipboard.writeText(link.href).catch(() => location.assign(link.href));
  say('Link copied');
});

/** `data-back` on a link goes back to the page of this site that led here. */
document.addEventListener('click', (event) => {
  if (!event.target.closest?.('[data-back]') || event.metaKey || event.ctrlKey || document.referrer === '') return;
  const from = new URL(document.referrer);
  if (from.origin !== location.origin || from.pathname === location.pathname) return;
  event.preventDefault();
  history.back();
});

/** A chip says what is chosen in it, and beside the text is the picture of that profile. Browsers restore a choice. */
function showChoice({ name, value, form, parentElement: label }) {
  form.querySelector(`[data-of=${name}]`).textContent = label.querySelector('[data-words]').textContent;
  if (name === 'as') for (const face of form.querySelectorAll('[data-as]')) face.hidden = face.dataset.as !== value;
}
document.addEventListener('change', ({ target }) => {
  if (!target.matches?.('.chip-of input')) return;
  showChoice(target);
  if (target.name === 'as') sessionStorage.setItem(POST_AS, `${meOnPage()} ${target.value}`);
});

/** A choice of this tab lasts until the person switches to another profile, or a link asks for one. */
const POST_AS = 'post-as';
const meOnPage = () => document.querySelector('.account')?.dataset.acting;
addEventListener('pageshow', () => {
  const [me, as] = (sessionStorage.getItem(POST_AS) ?? '').split(' ');
  const isKept = me === meOnPage() && !/[?&](as|profile)=/.test(location.search);
  for (const choice of document.querySelectorAll('.chip-of input')) {
    if (isKept && choice.name === 'as' && choice.value === as) choice.checked = true;
  }
  document.querySelectorAll('.chip-of input:checked').forEach(showChoice);
});

/** Says for a moment at the bottom of the window what was done. */
function say(words) {
  const box = document.getElementById('said');
  box.textContent = words;
  setTimeout(() => {
    box.textContent = '';
  }, 2500);
}

/** On narrow screens tabs scroll: shows the current one. */
for (const tab of document.querySelectorAll('.tabs [aria-current]')) {
  const list = tab.closest('ul');
  list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
}

/** Shows upload progress in the `<progress>` of a form that htmx submits. */
document.addEventListener('htmx:xhr:progress', (event) => {
  const bar = event.target.querySelector?.('progress');
  const { loaded, total, lengthComputable } = event.detail;
  if (!bar || !lengthComputable) return;
  bar.hidden = false;
  bar.max = total;
  bar.value = loaded;
});

/** `data-max-bytes` on a file input rejects large files before the upload. */
document.addEventListener('change', ({ target }) => {
  const most = Number(target.dataset?.maxBytes);
  if (!most) return;
  const isTooLarge = [...target.files].some(({ size }) => size > most);
  target.setCustomValidity(
    isTooLarge ? `This file is too large. The maximum is ${Math.floor(most / 1048576)} MB.` : '',
  );
  target.reportValidity();
});

/** Reports a failed htmx request, for which no page is shown. */
for (const name of ['htmx:responseError', 'htmx:sendError']) document.addEventListener(name, sayThatItFailed);
function sayThatItFailed(event) {
  const box = document.createElement('p');
  box.className = 'problem';
  box.setAttribute('role', 'alert');
  box.textContent = 'Something went wrong. Reload the page and try again.';
  event.target.prepend(box);
}

/** Following a notification marks it as read, except for a message that asks for a person: it waits for the answer. */
for (const name of ['click', 'auxclick']) document.addEventListener(name, markFollowed);
function markFollowed({ target }) {
  const item = target.closest('.notices .unread :is(.what, .who-name, .answers a)')?.closest('li');
  const form = item?.querySelector('form[data-followed]');
  if (!form) return;
  item.classList.remove('unread');
  const body = new URLSearchParams(new FormData(form));
  void fetch(form.action, { method: 'POST', body, keepalive: true, redirect: 'manual' });
}

/** Scrolls the current tab to the middle on narrow screens. */
document.addEventListener('htmx:load', ({ target }) => {
  for (const tab of target.querySelectorAll('.tabs [aria-current]')) {
    const list = tab.closest('ul');
    const [inner, outer] = [tab, list].map((element) => element.getBoundingClientRect());
    list.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
  }
});
