import { LRUCache } from 'lru-cache';
import type { Principal } from './principal.ts';

const CACHE_SIZE = 20_000;
const CACHE_TTL_MS = 30_000;

/**
 * Caches principals for reads, by the hash of their secret. Every revocation evicts the account in all processes by
 * NOTIFY. While the listening connection is down, nothing is cached.
 */
export class CredentialCache {
  readonly #byHash = new LRUCache<string, Principal>({ max: CACHE_SIZE, ttl: CACHE_TTL_MS });
  readonly #byAccount = new Map<string, Set<string>>();
  readonly #watchers = new Set<(accountId: string | null) => void>();
  #listening = false;
  /** Counts evictions. A principal loaded before an eviction and stored after it would be stale. */
  #generation = 0;

  /** Whether evictions of other processes arrive. */
  get listening(): boolean {
    return this.#listening;
  }

  get generation(): number {
    return this.#generation;
  }

  setListening(listening: boolean): void {
    this.#listening = listening;
    this.clear();
  }

  get(hash: string): Principal | undefined {
    return this.#listening ? this.#byHash.get(hash) : undefined;
  }

  set(hash: string, principal: Principal, loadedAtGeneration: number): void {
    if (!this.#listening || loadedAtGeneration !== this.#generation) return;
    this.#byHash.set(hash, principal);
    if (this.#byAccount.size > CACHE_SIZE) this.#forget();
    const hashes = this.#byAccount.get(principal.accountId) ?? new Set();
    this.#byAccount.set(principal.accountId, hashes.add(hash));
  }

  evictAccount(accountId: string): void {
    this.#generation++;
    for (const hash of this.#byAccount.get(accountId) ?? []) this.#byHash.delete(hash);
    this.#byAccount.delete(accountId);
    for (const watcher of this.#watchers) watcher(accountId);
  }

  /** Calls `watcher` when credentials of an account may have changed; with null for all accounts. Returns the end. */
  watch(watcher: (accountId: string | null) => void): () => void {
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
    };
  }

  #forget(): void {
    this.#generation++;
    this.#byHash.clear();
    this.#byAccount.clear();
  }

  clear(): void {
    this.#forget();
    for (const watcher of this.#watchers) watcher(null);
  }
}
