export * from './accounts.ts';
export * from './conversations.ts';
export * from './journal.ts';
export * from './oauth.ts';
export * from './posts.ts';
export * from './profiles.ts';
export * from './relations.ts';
export * from './verifications.ts';
