import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../src/auth/principal.ts';
import { makeConfig } from '../../src/config/config.ts';
import { ALL_SCOPES } from '../../src/core/scopes.ts';
import { TOOLSETS, type Toolset } from '../../src/core/toolsets.ts';
import { type Catalogue, makeCatalogue, toolName } from '../../src/mcp/catalogue.ts';
import { OPENERS } from '../../src/mcp/finding.ts';
import { INSTRUCTIONS } from '../../src/mcp/instructions.ts';
import { listing } from '../../src/mcp/listing.ts';
import { PROMPTS } from '../../src/mcp/prompts.ts';
import { linesOf } from '../../src/mcp/terms.ts';
import { TOOL_HINTS } from '../../src/mcp/tool-hints.ts';
import { DEFAULT_OPERATIONS } from '../../src/mcp/toolsets.ts';
import { buildOfflineApp } from '../../src/offline-app.ts';
import { readModelGuide } from '../../src/web/docs/guides.ts';
import { startTestApp } from '../support/app.ts';
import { operationsIn } from '../support/texts.ts';

const MAX_TOOLS = 20;
const MAX_TOKENS = 6_000;
/** Roughly what a tokenizer does with JSON in English. */
const CHARACTERS_PER_TOKEN = 4;
const ALL = new Set(TOOLSETS);

let app: FastifyInstance;
let catalogue: Catalogue;
beforeAll(async () => {
  app = await buildOfflineApp(makeConfig({}));
  catalogue = makeCatalogue(app.routes);
});
afterAll(() => app.close());

it('builds its tools after the server starts to listen, so that no request waits for them', async () => {
  const { app: listening } = await startTestApp();
  const last = listening.routes.findLast((route) => route.contract.toolset)!;
  const { contract } = last;
  let reads = 0;
  Object.defineProperty(last, 'contract', {
    get: () => {
      reads++;
      return contract;
    },
  });
  await listening.listen({ host: '127.0.0.1', port: 0 });
  await expect.poll(() => reads).toBeGreaterThan(0);
});

const everything = () => ({ catalogue, tools: [...catalogue.byName.values()], mayCall: () => true });

function principal(scopes: readonly string[], type: Principal['type'] = 'api_key'): Principal {
  return { type, scopes, permissions: null } as unknown as Principal;
}

function namesOf(scopes: readonly string[], toolsets: ReadonlySet<Toolset> | null = null, type?: Principal['type']) {
  return catalogue.offered(toolsets, principal(scopes, type)).map(({ definition }) => definition.name);
}

describe('the default set', () => {
  it('is small enough for a model to choose from', () => {
    const own = catalogue.offered(null, principal(ALL_SCOPES));
    expect(own.length).toBe(DEFAULT_OPERATIONS.length);
    const tools = [...listing({ catalogue, tools: own, mayCall: () => true }), ...OPENERS];
    expect(tools.length).toBeLessThanOrEqual(MAX_TOOLS);
    expect(JSON.stringify({ tools }).length / CHARACTERS_PER_TOKEN).toBeLessThan(MAX_TOKENS);
  });

  it('names existing operations, each with a text for models', () => {
    const described = app.routes.filter(({ contract }) => contract.tool?.description !== undefined);
    const names = new Set(described.map(({ contract }) => contract.operation));
    expect(DEFAULT_OPERATIONS.filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('the catalogue', () => {
  it('contains what the scopes allow, and nothing for sessions only', () => {
    expect(namesOf(['messages:read'], new Set(['messages']))).toEqual([
      'me_get',
      'conversations_get_summary',
      'conversations_list',
      'conversations_get',
      'conversations_list_messages',
      'conversations_get_message',
    ]);
    expect(namesOf(['comments:write'], new Set(['posts']), 'oauth')).not.toContain('posts_create');
    expect(namesOf(['comments:write'], new Set(['posts']), 'oauth')).toContain('posts_create_comment');
    expect(namesOf(ALL_SCOPES, ALL, 'oauth').filter((name) => /^(account|keys|access)_/.test(name))).toEqual([
      'access_list_principals',
    ]);
  });

  it('contains nothing that returns a secret, and nothing for anonymous callers', () => {
    const all = namesOf(ALL_SCOPES, ALL, 'session');
    expect(all).not.toEqual(expect.arrayContaining(['keys_create']));
    for (const name of ['keys_create', 'keys_rotate', 'account_create', 'account_create_session'])
      expect(all).not.toContain(name);
    for (const name of ['exports_create', 'exports_get', 'account_change_password', 'account_remove'])
      expect(all).not.toContain(name);
    expect(all).toContain('keys_list');
    expect(namesOf(ALL_SCOPES, new Set(['network']))).toContain('reports_create');
    expect(new Set(all).size).toBe(all.length);
  });

  it('leaves out no operation without a reason', () => {
    const left = app.routes.filter(({ contract }) => !catalogue.byName.has(contract.operation.replaceAll('.', '_')));
    const reasonless = left.filter(
      ({ contract }) =>
        contract.auth.kind !== 'ignored' &&
        !contract.secretAnswer &&
        !contract.notForModels &&
        !/\.(stream|download)/.test(contract.operation),
    );
    expect(reasonless.map(({ contract }) => contract.operation)).toEqual([]);
  });
});

describe('each tool', () => {
  it('has a short description in terms of tools, and takes the input of its operation', () => {
    for (const definition of listing(everything())) {
      const { route, places } = catalogue.byName.get(definition.name)!;
      const { name, description, inputSchema, annotations } = definition;
      expect(name).toMatch(/^[a-z_]{3,64}$/);
      expect(definition.title, name).toBeTruthy();
      expect(description.length, name).toBeGreaterThan(30);
      expect(description, name).not.toMatch(/multipart|file part/);
      expect(inputSchema.type).toBe('object');
      expect(Object.keys(inputSchema['properties'] as object).sort(), name).toEqual([...places.keys()].sort());
      for (const [, parameter] of route.url.matchAll(/:(\w+)/g))
        expect(inputSchema['required'], name).toContain(parameter);
      expect(annotations.readOnlyHint, name).toBe(route.method === 'GET');
      expect(annotations.readOnlyHint && annotations.destructiveHint, name).toBe(false);
      if (route.method === 'GET') expect(places.has('idempotency_key'), name).toBe(false);
      else expect(places.has('idempotency_key') && places.has('dry_run'), name).toBe(true);
      expect(places.has('as_profile_id'), name).toBe(route.contract.profile !== 'none');
      expect(JSON.stringify(definition), name).not.toMatch(/\$ref|\$defs/);
    }
  });

  it('describes each argument, without types that some models cannot read', () => {
    const undescribed: string[] = [];
    for (const definition of listing(everything())) {
      const arguments_ = Object.entries(
        definition.inputSchema['properties'] as Record<string, { description?: string }>,
      );
      // The instructions explain it.
      for (const [name, { description }] of arguments_)
        if (name !== 'view' && (!description || description.length < 5)) undescribed.push(`${definition.name}.${name}`);
      expect(JSON.stringify(definition.inputSchema), definition.name).not.toContain('"type":[');
    }
    expect(undescribed).toEqual([]);
  });

  it('declares the result of a read, whose compact view may lack fields', () => {
    for (const { definition, route } of catalogue.byName.values()) {
      expect(definition.outputSchema !== undefined, definition.name).toBe(route.method === 'GET');
      expect(JSON.stringify(definition.outputSchema ?? {}), definition.name).not.toContain('"required"');
    }
    const { outputSchema } = catalogue.byName.get('posts_list_of_profile')!.definition;
    expect(Object.keys(outputSchema!['properties']!)).toEqual(['items', 'next_cursor']);
  });

  it.each([
    ['posts_get', true, false, true],
    ['posts_create', false, false, false],
    ['posts_update', false, true, true],
    ['posts_remove', false, true, true],
    ['posts_set_reaction', false, false, true],
    ['follows_create', false, false, true],
    ['contacts_withdraw', false, true, false],
  ])('%s: reads %s, destroys %s, repeats %s', (name, readOnlyHint, destructiveHint, idempotentHint) => {
    const { annotations } = catalogue.byName.get(name)!.definition;
    expect(annotations).toEqual({ readOnlyHint, destructiveHint, idempotentHint });
  });

  it('exists for each operation that a text for models names', async () => {
    const tools = app.routes.flatMap(({ contract }) => contract.tool?.description ?? []);
    const prompts = PROMPTS.map(({ say }) => say({ topic: 'x' }));
    const named = [INSTRUCTIONS, linesOf(await readModelGuide()), tools, prompts, Object.values(TOOL_HINTS)].map(
      operationsIn,
    );
    for (const names of named) expect(names.length).toBeGreaterThan(1);
    expect(named.flat().filter((name) => !catalogue.byName.has(toolName(name)))).toEqual([]);
    expect(() => linesOf('Call {{posts.eat}}.')).toThrow('posts.eat');
  });
});
