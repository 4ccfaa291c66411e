// The key "/" goes to the search, except while someone types.
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.('input, textarea, select, [contenteditable]')) return;
  const inputs = [...document.querySelectorAll('#q, .find input')];
  const input = inputs.find((one) => one.checkVisibility());
  event.preventDefault();
  if (input) input.focus();
  else document.querySelector('.find-link').click();
});
