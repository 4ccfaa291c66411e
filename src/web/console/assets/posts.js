/** Sends the token of the form itself, which changes when the person has signed in again in another tab. */
document.addEventListener('htmx:configRequest', ({ target, detail }) => {
  const token = target.querySelector?.(':scope input[name=token]')?.value;
  if (token) detail.headers['X-Form-Token'] = token;
});

/** A refused form has unsaved text again, and its upload is over. */
document.addEventListener('htmx:afterRequest', ({ target, detail }) => {
  const form = target.closest?.('form[data-unsaved]');
  if (!form) return;
  for (const bar of form.querySelectorAll('progress')) bar.hidden = true;
  if (!detail.successful) form.dispatchEvent(new Event('input', { bubbles: true }));
});

/** The part of a limit after which a form of one line says how many characters are left. */
const NEAR = 0.9;

/** `data-count="id"` on a text field counts its characters (code points) in the element with this id. */
function count(field) {
  const shown = document.getElementById(field.dataset.count);
  const max = Number(shown.dataset.max);
  const length = [...field.value].length;
  shown.textContent = `${length.toLocaleString('en')} of ${max.toLocaleString('en')} characters`;
  shown.classList.toggle('over', length > max);
  shown.classList.toggle('near', length > max * NEAR);
}

/** `data-preview` on a file input shows the picture in the `img` of its box before it is uploaded. */
function preview(input) {
  const image = input.closest('.picture, .slot').querySelector('img');
  if (image.src.startsWith('blob:')) URL.revokeObjectURL(image.src);
  const file = input.validity.valid && input.files[0];
  if (file) image.src = URL.createObjectURL(file);
  else if (image.dataset.stored) image.src = image.dataset.stored;
  else image.removeAttribute('src');
  image.hidden = !image.getAttribute('src');
}

/** If several files are chosen in one slot, they fill the next ones too. */
function spread(input) {
  const slots = [...input.closest('[data-slots]').querySelectorAll('input[type=file]')];
  const [, ...others] = input.files;
  if (others.length === 0) return;
  put(input, input.files[0]);
  for (const slot of slots) if (slot.files.length === 0 && others.length > 0) put(slot, others.shift());
}

function put(input, file) {
  const files = new DataTransfer();
  if (file) files.items.add(file);
  input.files = files.files;
  preview(input);
}

/** Numbers the pictures. Of the slots, those are shown that have a picture, and one more. */
function arrange(list) {
  for (const [index, item] of list.querySelectorAll('.picture').entries()) {
    for (const number of item.querySelectorAll('.number')) number.textContent = index + 1;
    for (const place of item.querySelectorAll('[name=picture_place]')) place.value = index + 1;
  }
  if (!list.hasAttribute('data-slots')) return;
  let free = 1;
  for (const item of list.querySelectorAll('.picture')) {
    const isUsed =
      item.querySelector('input[type=file]').files.length > 0 || item.querySelector('[name=alt_text]').value;
    item.hidden = !isUsed && free-- < 1;
  }
  for (const item of list.querySelectorAll('.picture')) {
    const tools = item.querySelector('.picture-tools');
    tools.hidden = item.querySelector('input[type=file]').files.length === 0;
  }
}

const MOVES = { earlier: 'Move up', later: 'Move down', drop: 'Remove' };

/** Buttons that move the pictures of a list, instead of their position as a number. */
function prepare(list) {
  const isNew = list.hasAttribute('data-slots');
  for (const item of list.querySelectorAll('.picture')) {
    const place = item.querySelector('.position');
    if (place) place.hidden = true;
    const moves = isNew ? ['earlier', 'later', 'drop'] : place ? ['earlier', 'later'] : [];
    const buttons = moves.map((move) => {
      const button = document.createElement('button');
      Object.assign(button, { type: 'button', textContent: MOVES[move] });
      button.dataset.move = move;
      return button;
    });
    item.querySelector('.picture-tools').prepend(...buttons);
    for (const input of item.querySelectorAll('input[type=file]')) input.multiple = true;
  }
  arrange(list);
}

document.addEventListener('click', ({ target }) => {
  const move = target.dataset?.move;
  if (!move) return;
  const item = target.closest('.picture');
  const list = item.parentElement;
  if (move === 'earlier') item.previousElementSibling?.before(item);
  if (move === 'later' && !item.nextElementSibling?.hidden) item.nextElementSibling?.after(item);
  if (move === 'drop') {
    put(item.querySelector('input[type=file]'), null);
    item.querySelector('[name=alt_text]').value = '';
    list.append(item);
  }
  arrange(list);
  target.focus();
});

/** `data-local-time="id"` says what a time, or the end of a day, in UTC is for the person; before that, the time zone. */
function tellLocalTime(shown) {
  const { value } = document.getElementById(shown.dataset.localTime);
  const at = !value ? new Date() : new Date(value.includes('T') ? `${value}Z` : `${value}T24:00Z`);
  const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' };
  const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' };
  const zone = Intl.DateTimeFormat('en-GB', { timeZoneName: 'shortOffset' });
  const offset = zone.formatToParts(at).find(({ type }) => type === 'timeZoneName').value;
  shown.hidden = false;
  shown.textContent = value
    ? `${at.toLocaleString('en-GB', { ...day, ...time })}, your time`
    : `Your time zone: ${zone.resolvedOptions().timeZone} (${offset.replace('GMT', 'UTC')})`;
}

document.addEventListener('input', ({ target }) => {
  if (target.dataset?.count) count(target);
  for (const shown of document.querySelectorAll(`[data-local-time="${target.id || '-'}"]`)) tellLocalTime(shown);
});

document.addEventListener('change', ({ target }) => {
  if (!target.hasAttribute?.('data-preview')) return;
  preview(target);
  const list = target.closest('[data-slots]');
  if (!list) return;
  spread(target);
  arrange(list);
});

/** htmx tells of the page and of each part that it loads later. */
document.addEventListener('htmx:load', ({ target }) => {
  for (const field of target.querySelectorAll('[data-count]')) count(field);
  for (const list of target.querySelectorAll('[data-movable]')) prepare(list);
  for (const shown of target.querySelectorAll('[data-local-time]')) tellLocalTime(shown);
});
