import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import type { OAuthApp } from './oauth.ts';

/** The official clients with their default revision, and with the newest one if it can be chosen. */
export const CLIENTS = ['client 2 newest', 'client 2 as it is'] as const;
export type ClientKind = (typeof CLIENTS)[number] | 'client 1';

export type Result = {
  isError?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client would, without our types
  structuredContent?: any;
  content: { type: string; text: string }[];
};

/** What tests do with a client of either generation. */
export type McpClient = {
  listTools(): Promise<{ tools: Tool[] }>;
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<Result>;
  listResources(): Promise<{ resources: { uri: string }[] }>;
  readResource(params: { uri: string }): Promise<{ contents: { text?: string }[] }>;
  listPrompts(): Promise<{ prompts: { name: string }[] }>;
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<{
    messages: { role: string; content: { type: string; text?: string } }[];
  }>;
  getInstructions(): string | undefined;
};

export type Tool = {
  name: string;
  title?: string;
  description: string;
  // biome-ignore lint/suspicious/noExplicitAny: a JSON Schema
  inputSchema: any;
  // biome-ignore lint/suspicious/noExplicitAny: a JSON Schema
  outputSchema: any;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean };
};

type Connection = { query?: string; headers?: Record<string, string>; kind?: ClientKind };

/** A client connected to the server with a credential, until the test ends. */
export async function connectMcp(
  t: OAuthApp,
  token: string,
  { query = '', headers = {}, kind = 'client 2 newest' }: Connection = {},
): Promise<McpClient> {
  const url = new URL(`${t.origin}/mcp${query}`);
  const requestInit = { headers: { Authorization: `Bearer ${token}`, ...headers } };
  const info = { name: 'test', version: '1' };
  if (kind === 'client 1') {
    const { Client: OldClient } = await import('@modelcontextprotocol/sdk/client/index.js');
    const { StreamableHTTPClientTransport: OldTransport } = await import(
      '@modelcontextprotocol/sdk/client/streamableHttp.js'
    );
    const client = new OldClient(info);
    await client.connect(new OldTransport(url, { requestInit }) as never);
    onTestFinished(() => client.close());
    return client as unknown as McpClient;
  }
  const options: ClientOptions =
    kind === 'client 2 newest' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {};
  const client = new Client(info, options);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  onTestFinished(() => client.close());
  return client as unknown as McpClient;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client would, without our types
export type Raw = { status: number; headers: Headers; json: any; text: string };

/** A raw message, of the revision before the newest by default. */
export async function postMcp(
  t: OAuthApp,
  message: unknown,
  { token, query = '', headers = {} }: { token?: string; query?: string; headers?: Record<string, string> } = {},
): Promise<Raw> {
  const response = await fetch(`${t.origin}/mcp${query}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
  return { status: response.status, headers: response.headers, json: isJson ? JSON.parse(text) : null, text };
}

export function toolCall(name: string, args: Record<string, unknown> = {}, id: number | string = 1) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
}

type Hints = { hint?: string; next_actions?: Action[] } & Record<string, unknown>;
export type Action = { tool: string; arguments: Record<string, unknown>; why: string };

/** The advice next to a result: the last text, if it is JSON and not the data. */
export function hintsOf({ content, structuredContent }: Result): Hints {
  const last = content.at(-1)!.text;
  return last.startsWith('{') && last !== JSON.stringify(structuredContent) ? JSON.parse(last) : {};
}

/** A tool's failure, as a model reads it. */
export function refusalOf(
  result: Result,
): { error_code: string; error_message: string; hint: string } & Record<string, unknown> {
  return JSON.parse(result.content[0]!.text);
}
