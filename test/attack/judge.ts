import { type Call, MARK, type Wire } from './case.ts';
import type { Answer, Heard } from './client.ts';

const MAX_REFUSAL_BYTES = 64 * 1024;
const SHOWN = 160;

/** The faults in the responses to a step, as sentences; empty if there are none. */
export function judgeCall({ call, expect }: Call, answers: readonly Answer[], wallSlack: number): string[] {
  const problems = new Set<string>();
  const wanted = new Set([expect.status].flat());
  for (const answer of answers) {
    if (!wanted.has(answer.status)) problems.add(`${call}: ${answer.status} ${shown(answer.text)}`);
    else for (const problem of judgeAnswer(expect, answer, wallSlack)) problems.add(`${call}: ${problem}`);
  }
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  if (expect.some !== undefined && count(expect.some) === 0) problems.add(`${call}: never ${expect.some}`);
  if (expect.atMost && count(expect.atMost.status) > expect.atMost.most) {
    problems.add(`${call}: ${count(expect.atMost.status)} x ${expect.atMost.status}, at most ${expect.atMost.most}`);
  }
  return [...problems].slice(0, 5);
}

function judgeAnswer(expect: Call['expect'], answer: Answer, wallSlack: number): string[] {
  const { status, text, bytes, ms, headers } = answer;
  const refused = status >= 400;
  const problems: string[] = [];
  const json = refused && headers['content-type']?.startsWith('application/json') ? parse(text) : undefined;
  if (json?.error_code !== undefined) problems.push(...judgeEnvelope(json));
  if (refused && expect.code !== undefined && ![expect.code].flat().includes(json?.error_code)) {
    problems.push(`error_code ${json?.error_code}, not ${expect.code}`);
  }
  if (refused && expect.rule !== undefined) {
    const rules = (json?.agent?.fields ?? []).map((field: { rule: string }) => field.rule);
    if (!rules.includes(expect.rule)) problems.push(`rules ${rules.join(', ') || 'none'}, not ${expect.rule}`);
  }
  const maxBytes = expect.maxBytes ?? (refused ? MAX_REFUSAL_BYTES : Number.POSITIVE_INFINITY);
  if (bytes > maxBytes) problems.push(`an answer of ${bytes} bytes, at most ${maxBytes}`);
  if (expect.withinMs !== undefined && ms > expect.withinMs * wallSlack)
    problems.push(`answered after ${Math.round(ms)} ms`);
  problems.push(...judgeText(expect, text));
  for (const [name, pattern] of Object.entries(expect.headers ?? {})) {
    if (!pattern.test(String(headers[name] ?? ''))) problems.push(`header ${name}: ${headers[name]}`);
  }
  return problems;
}

// biome-ignore lint/suspicious/noExplicitAny: any JSON
function judgeEnvelope(json: any): string[] {
  const said = JSON.stringify([json.error_message, json.agent]);
  return [
    ...(json.ok === false && typeof json.agent?.hint === 'string' ? [] : ['not the envelope of errors']),
    ...(said.includes(MARK) ? ["a caller's word in error_message or agent"] : []),
  ];
}

export function judgeWire({ expect }: Wire, heard: Heard): string[] {
  const problems: string[] = [];
  const first = heard.statuses[0] ?? (heard.closed ? 0 : undefined);
  const wanted = expect.status === undefined ? undefined : [expect.status].flat();
  if (wanted && (first === undefined || !wanted.includes(first))) {
    problems.push(`first answer ${first ?? 'none'} ${shown(heard.text)}`);
  }
  const broken = heard.statuses.find((status) => status >= 500 && !wanted?.includes(status));
  if (broken !== undefined) problems.push(`an answer with ${broken}`);
  if (expect.maxAnswers !== undefined && heard.statuses.length > expect.maxAnswers) {
    problems.push(`${heard.statuses.length} answers, at most ${expect.maxAnswers}`);
  }
  if (expect.closes && !heard.closed) problems.push('the connection stays open');
  return [...problems, ...judgeText(expect, heard.text)];
}

function judgeText({ has, lacks }: { has?: string | RegExp; lacks?: string | RegExp }, text: string): string[] {
  const found = (what: string | RegExp) => (typeof what === 'string' ? text.includes(what) : what.test(text));
  return [
    ...(has !== undefined && !found(has) ? [`lacks ${has}: ${shown(text)}`] : []),
    ...(lacks !== undefined && found(lacks) ? [`has ${lacks}`] : []),
  ];
}

// biome-ignore lint/suspicious/noExplicitAny: any JSON
function parse(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function shown(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
