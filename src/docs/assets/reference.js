// Starts the API reference. It asks nobody but this server: no fonts, no counting, no proxy, no client of others.
(() => {
  const place = document.getElementById('reference');
  const theme = () => {
    const { theme: chosen } = document.documentElement.dataset;
    return chosen ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  };
  window.Scalar.createApiReference(place, {
    url: place.dataset.document,
    theme: 'none',
    forceDarkModeState: theme(),
    hideDarkModeToggle: true,
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: 'json',
    authentication: { preferredSecurityScheme: 'bearer' },
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    // Links of this site and of `docs_url` are made of the same words.
    generateTagSlug: ({ name }) => name.toLowerCase().replaceAll(' ', '-'),
    generateOperationSlug: ({ operationId }) => operationId,
  });
  // It reads its theme once; afterwards these two classes are what all its colours hang on.
  document.addEventListener('pronet:theme', () => {
    document.body.classList.toggle('dark-mode', theme() === 'dark');
    document.body.classList.toggle('light-mode', theme() === 'light');
  });
})();
