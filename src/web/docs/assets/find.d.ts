import type MiniSearch from 'minisearch';
import type { SearchResult } from 'minisearch';

export const FIELDS: string[];
export const STORED: string[];
export const MOST: number;
export function find(index: MiniSearch, words: string): SearchResult[];
export function countOf(found: readonly SearchResult[]): string;
export function placeOf(found: SearchResult): string;
