import { AsyncLocalStorage } from 'node:async_hooks';
import { isTimeZone } from '../time-zone.ts';
import { sourceLanguage, type InterfaceLanguage } from './languages.ts';

interface Reader {
  language: InterfaceLanguage;
  /** As the browser reports it, unverified. */
  timeZone: string | undefined;
}

const current = new AsyncLocalStorage<Reader>();

/** The language of the current rendering. English outside of `inLanguage`. */
export const currentLanguage = (): InterfaceLanguage => current.getStore()?.language ?? sourceLanguage;

/** The time zone of the current reader. UTC if it is not known. */
export function currentTimeZone(): string {
  const zone = current.getStore()?.timeZone;
  return zone !== undefined && isTimeZone(zone) ? zone : 'UTC';
}

/** Runs `work`, and everything it awaits, in this language, and in the reader's time zone if it is given. */
export const inLanguage = <T>(language: InterfaceLanguage, work: () => T, timeZone?: string): T =>
  current.run({ language, timeZone }, work);

/**
 * Changes the language of the surrounding `inLanguage` when the reader becomes known. Does nothing outside of
 * one.
 */
export function setLanguage(language: InterfaceLanguage): void {
  const store = current.getStore();
  if (store) store.language = language;
}
