import { beforeAll } from 'vitest';
import { atEndOfFile } from '../../support/end-of-file.ts';
import { type GuideServer, itFollows, startGuideServer } from '../follow-guide.ts';
import { ON_ONE_SERVER } from '../guides.ts';

let server: GuideServer;
beforeAll(async () => {
  server = await startGuideServer({ atEnd: atEndOfFile, shared: true });
});

for (const path of ON_ONE_SERVER) itFollows(path, async () => server);
