// Menus close with Escape and when something else is clicked. They work without this script.
(() => {
  const openMenus = () => document.querySelectorAll('details:is(.menu, .pop)[open]');
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector('summary').focus();
    }
  });
  document.addEventListener('click', ({ target }) => {
    for (const menu of openMenus()) if (!menu.contains(target) || target.closest('a')) menu.open = false;
  });
})();
