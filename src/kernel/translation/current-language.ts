import { AsyncLocalStorage } from 'node:async_hooks';
import { sourceLanguage, type InterfaceLanguage } from './languages.ts';

const current = new AsyncLocalStorage<{ language: InterfaceLanguage }>();

/** The language of the current rendering. English outside of `inLanguage`. */
export const currentLanguage = (): InterfaceLanguage => current.getStore()?.language ?? sourceLanguage;

/** Runs `work`, and everything it awaits, in this language. */
export const inLanguage = <T>(language: InterfaceLanguage, work: () => T): T =>
  current.run({ language }, work);

/**
 * Changes the language of the surrounding `inLanguage` when the reader becomes known. Does nothing outside of
 * one.
 */
export function setLanguage(language: InterfaceLanguage): void {
  const store = current.getStore();
  if (store) store.language = language;
}
