import { AsyncLocalStorage } from 'node:async_hooks';
import { sourceLanguage, type InterfaceLanguage } from './languages.ts';

const current = new AsyncLocalStorage<{ language: InterfaceLanguage }>();

/** The language in which what is rendered now is read. English outside of `inLanguage`. */
export const currentLanguage = (): InterfaceLanguage => current.getStore()?.language ?? sourceLanguage;

/** Runs `work`, and everything that it awaits, for somebody who reads this language. */
export const inLanguage = <T>(language: InterfaceLanguage, work: () => T): T =>
  current.run({ language }, work);

/** Changes the language of what runs in the surrounding `inLanguage`, once its reader is known; nothing outside of one. */
export function setLanguage(language: InterfaceLanguage): void {
  const store = current.getStore();
  if (store) store.language = language;
}
