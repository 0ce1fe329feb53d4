import { randomBytes } from 'node:crypto';
import type { Account } from '../accounts/accounts.ts';

export interface NumberSettings {
  readonly friendlyName: string;
  /** The URL of instructions for calls to it. */
  readonly voiceUrl: string | undefined;
  /** The URL of instructions if those cannot be fetched or run. */
  readonly voiceFallbackUrl: string | undefined;
  /** The callback at the end of calls to it. */
  readonly statusCallback: string | undefined;
}

export interface HeldNumber {
  /** PN and 32 hexadecimal digits. */
  readonly sid: string;
  readonly account: Account;
  /** E.164. */
  readonly phoneNumber: string;
  readonly createdAt: Date;
  updatedAt: Date;
  settings: NumberSettings;
}

/** The numbers of accounts; each number belongs to one account. */
export class Numbers {
  readonly #held = new Map<string, HeldNumber>();

  get(phoneNumber: string): HeldNumber | undefined {
    return this.#held.get(phoneNumber);
  }

  find(account: Account, sid: string): HeldNumber | undefined {
    return this.of(account).find((number) => number.sid === sid);
  }

  isHeldBy(account: Account, phoneNumber: string): boolean {
    return this.get(phoneNumber)?.account === account;
  }

  all(): HeldNumber[] {
    return [...this.#held.values()].reverse();
  }

  of(account: Account): HeldNumber[] {
    return this.all().filter((number) => number.account === account);
  }

  give(account: Account, phoneNumber: string, settings: NumberSettings): HeldNumber {
    this.#held.delete(phoneNumber);
    const sid = `PN${randomBytes(16).toString('hex')}`;
    const now = new Date();
    const number = { sid, account, phoneNumber, createdAt: now, updatedAt: now, settings };
    this.#held.set(phoneNumber, number);
    return number;
  }

  change(number: HeldNumber, settings: NumberSettings): void {
    number.settings = settings;
    number.updatedAt = new Date();
  }

  release(number: HeldNumber): void {
    this.#held.delete(number.phoneNumber);
  }
}
