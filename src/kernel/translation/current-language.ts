import { AsyncLocalStorage } from 'node:async_hooks';
import { sourceLanguage, type InterfaceLanguage } from './languages.ts';

const current = new AsyncLocalStorage<{ language: InterfaceLanguage }>();

/** The language in which what is rendered now is read. English outside of `inLanguage`. */
export const currentLanguage = (): InterfaceLanguage => current.getStore()?.language ?? sourceLanguage;

/** Runs `work`, and everything that it awaits, for somebody who reads this language. */
export const inLanguage = <T>(language: InterfaceLanguage, work: () => T): T =>
  current.run({ language }, work);

/** For a request whose reader is not known yet: `setLanguage` says which language they read once they are. */
export const withLanguage = (work: () => void): void => {
  current.run({ language: sourceLanguage }, work);
};

/** Changes the language of what runs in the surrounding `withLanguage`; nothing outside of one. */
export function setLanguage(language: InterfaceLanguage): void {
  const store = current.getStore();
  if (store) store.language = language;
}
