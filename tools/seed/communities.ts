import type { Member } from './members.ts';
import { type Random, Weighted } from './random.ts';
import { VOCABULARIES } from './vocabulary.ts';

/** The members by language, in the order in which they joined, to pick one who had joined by a given time. */
export class Communities {
  readonly #byLanguage = VOCABULARIES.map(() => new Weighted());
  readonly #all = new Weighted();
  readonly #members: readonly Member[];
  readonly #order: readonly number[];
  readonly #arrived: number[] = VOCABULARIES.map(() => 0);
  #arrivedInAll = 0;

  /** Picks by `weight`; members of weight 0 are never picked. */
  constructor(members: readonly Member[], weight: (member: Member) => number) {
    this.#members = members;
    this.#order = members
      .map((_, index) => index)
      .filter((index) => weight(members[index]!) > 0)
      .sort((a, b) => members[a]!.createdAt - members[b]!.createdAt || a - b);
    for (const index of this.#order) {
      const member = members[index]!;
      this.#all.add(index, weight(member));
      this.#byLanguage[member.language]!.add(index, weight(member));
    }
  }

  /** Moves the current time forward: members who joined before it can be picked. It never moves backward. */
  moveTo(time: number): void {
    for (; this.#arrivedInAll < this.#order.length; this.#arrivedInAll++) {
      const member = this.#members[this.#order[this.#arrivedInAll]!]!;
      if (member.createdAt > time) break;
      this.#arrived[member.language]!++;
    }
  }

  /** How many members of a language have joined. */
  size(language: number): number {
    return this.#arrived[language]!;
  }

  /** A member who speaks this language, or any member if no one does; -1 if there are no members. */
  pick(random: Random, language: number): number {
    const count = this.#arrived[language]!;
    return count > 0 ? this.#byLanguage[language]!.pick(random, count) : this.pickAny(random);
  }

  pickAny(random: Random): number {
    return this.#arrivedInAll > 0 ? this.#all.pick(random, this.#arrivedInAll) : -1;
  }
}
