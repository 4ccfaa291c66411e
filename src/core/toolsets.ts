/** The groups of tools for `/mcp?toolsets=`. Each area of operations belongs to one. */
export const TOOLSETS = [
  'home',
  'posts',
  'feed',
  'profiles',
  'network',
  'messages',
  'access',
  'search',
  'events',
  'account',
] as const;

export type Toolset = (typeof TOOLSETS)[number];
