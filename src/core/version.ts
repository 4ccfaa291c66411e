import packageJson from '../../package.json' with { type: 'json' };

/** The package version, which is also `info.version` of the OpenAPI document. */
export const VERSION: string = packageJson.version;
