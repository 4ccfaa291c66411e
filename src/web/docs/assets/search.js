// Searches the index of this server while someone types.
(() => {
  const page = document.querySelector('.search-page');
  const input = page.querySelector('input');
  const list = page.querySelector('.results');
  const status = page.querySelector('.found');
  const MOST = 20;
  const BOOST = { title: 4, page: 2 };
  const OPTIONS = { prefix: true, fuzzy: (word) => (word.length > 4 ? 0.2 : false), boost: BOOST };

  const loaded = fetch(page.dataset.index)
    .then((answer) => answer.text())
    .then((text) =>
      window.MiniSearch.loadJSON(text, {
        fields: ['title', 'page', 'text'],
        storeFields: ['kind', 'path', 'page', 'title', 'start'],
      }),
    );

  /** Entries with all words; if there are none, those with some. */
  function find(index, words) {
    const all = index.search(words, { ...OPTIONS, combineWith: 'AND' });
    return all.length > 0 ? all : index.search(words, OPTIONS);
  }

  function itemOf({ path, kind, page: of, title, start }) {
    const link = document.createElement('a');
    link.href = page.dataset.root + path;
    link.textContent = title;
    const about = document.createElement('span');
    about.textContent = of === title ? kind : `${kind} · ${of}`;
    const text = document.createElement('p');
    text.textContent = start;
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
    const more = found.length > MOST ? `, the best ${MOST} are shown` : '';
    if (words === '') status.textContent = '';
    else if (found.length === 0) status.textContent = 'Nothing found. Try other words.';
    else status.textContent = `${found.length} ${found.length === 1 ? 'result' : 'results'}${more}`;
    history.replaceState(null, '', words === '' ? location.pathname : `?q=${encodeURIComponent(words)}`);
  }

  input.value = new URLSearchParams(location.search).get('q') ?? '';
  input.focus();
  input.addEventListener('input', show);
  input.form.addEventListener('submit', (event) => {
    event.preventDefault();
    show();
  });
  show().catch(() => {
    status.textContent = 'The search could not be loaded. Reload the page to try again.';
  });
})();
