// Searches the index of this server while someone types. Without it, the server answers the form.
import { countOf, FIELDS, find, MOST, placeOf, STORED } from './find.js';

const page = document.querySelector('.search-page');
const input = page.querySelector('input');
const list = page.querySelector('.results');
const status = page.querySelector('.found');

const loaded = fetch(page.dataset.index)
  .then((answer) => answer.text())
  .then((text) => globalThis.MiniSearch.loadJSON(text, { fields: FIELDS, storeFields: STORED }));

function itemOf(found) {
  const link = document.createElement('a');
  link.href = page.dataset.root + found.path;
  link.textContent = found.title;
  const about = document.createElement('span');
  about.textContent = placeOf(found);
  const text = document.createElement('p');
  text.textContent = found.start;
  const item = document.createElement('li');
  item.append(link, ' ', about, text);
  return item;
}

async function show() {
  const words = input.value.trim();
  const index = await loaded;
  if (words !== input.value.trim()) return;
  const found = words === '' ? [] : find(index, words);
  list.replaceChildren(...found.slice(0, MOST).map(itemOf));
  status.textContent = words === '' ? '' : countOf(found);
  history.replaceState(null, '', words === '' ? location.pathname : `?q=${encodeURIComponent(words)}`);
}

input.focus();
input.addEventListener('input', show);
input.form.addEventListener('submit', (event) => {
  event.preventDefault();
  show();
});
show().catch(() => {
  status.textContent = 'The search could not be loaded. Reload the page to try again.';
});
