import { randomBytes } from 'node:crypto';
import type { Account } from '../accounts.ts';

export interface NumberSettings {
  readonly friendlyName: string;
  /** The URL of instructions for calls to it. */
  readonly voiceUrl?: string | undefined;
  /** The URL of instructions if those cannot be fetched or run. */
  readonly voiceFallbackUrl?: string | undefined;
  readonly statusCallback?: string | undefined;
}

export interface HeldNumber {
  /** PN and 32 hexadecimal digits. */
  readonly sid: string;
  readonly account: Account;
  /** E.164. */
  readonly phoneNumber: string;
  settings: NumberSettings;
}

/** The numbers of accounts; each number belongs to one account. */
export class Numbers {
  readonly #held = new Map<string, HeldNumber>();

  get(phoneNumber: string): HeldNumber | undefined {
    return this.#held.get(phoneNumber);
  }

  all(): HeldNumber[] {
    return [...this.#held.values()].reverse();
  }

  of(account: Account): HeldNumber[] {
    return this.all().filter((number) => number.account === account);
  }

  give(account: Account, phoneNumber: string, settings: NumberSettings): HeldNumber {
    this.#held.delete(phoneNumber);
    const number = { sid: `PN${randomBytes(16).toString('hex')}`, account, phoneNumber, settings };
    this.#held.set(phoneNumber, number);
    return number;
  }

  release({ phoneNumber }: HeldNumber): void {
    this.#held.delete(phoneNumber);
  }
}
