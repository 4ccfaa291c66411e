// Starts the API reference. It calls this server only: no external fonts, telemetry, proxy or client.
(() => {
  const place = document.getElementById('reference');
  const loading = document.querySelector('.loading');
  const theme = () => {
    const { theme: chosen } = document.documentElement.dataset;
    return chosen ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  };

  const start = (content) =>
    window.Scalar.createApiReference(place, {
      content,
      theme: 'none',
      forceDarkModeState: theme(),
      hideDarkModeToggle: true,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
      documentDownloadType: 'none',
      authentication: { preferredSecurityScheme: 'bearer' },
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
      // Links of this site use the same slugs.
      generateTagSlug: ({ name }) => name.toLowerCase().replaceAll(' ', '-'),
      generateOperationSlug: ({ operationId }) => operationId,
    });

  /** Disables optional parameters: the form would send their first allowed value, so every write would be a dry run. */
  function leaveOut(document) {
    const ofOperations = Object.values(document.paths)
      .flatMap((path) => Object.values(path))
      .flatMap(({ parameters = [] }) => parameters);
    for (const parameter of [...ofOperations, ...Object.values(document.components.parameters)]) {
      const { required, schema } = parameter;
      const value = schema?.default ?? schema?.enum?.[0];
      if (!required && value !== undefined) parameter.examples = { default: { value, 'x-disabled': true } };
    }
    return document;
  }

  /** Gives each webhook its name and the data of its own event: in the document, all share one description. */
  function nameWebhooks(document) {
    const { pathItems, schemas } = document.components;
    const { post } = pathItems.Webhook;
    const { properties, ...payload } = schemas.WebhookPayload;
    for (const [type, { summary: description }] of Object.entries(document.webhooks)) {
      const event = {
        allOf: [{ $ref: schemas.Event.discriminator.mapping[type] }, { properties: { type: { const: type } } }],
      };
      const schema = { ...payload, properties: { ...properties, type: { const: type }, data: event } };
      const requestBody = { content: { 'application/json': { schema } } };
      document.webhooks[type] = { post: { ...post, summary: type, description, requestBody } };
    }
    return document;
  }

  fetch(place.dataset.document)
    .then((answer) => answer.json())
    .then((document) => start(nameWebhooks(leaveOut(document))))
    .finally(() => loading.remove());

  // The reference reads its theme once. Afterwards these two classes determine its colors.
  document.addEventListener('pronet:theme', () => {
    document.body.classList.toggle('dark-mode', theme() === 'dark');
    document.body.classList.toggle('light-mode', theme() === 'light');
  });
})();
