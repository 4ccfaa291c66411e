export type OAuthClient = {
  clientId: string;
  /** Registered by the operator, registered by itself, or described by a document at its client id. */
  kind: 'registered' | 'dynamic' | 'metadata';
  name: string;
  redirectUris: string[];
};
