// Consistent terminology in every language: translators use the list, and the catalogs are checked against
// it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCatalogFile } from '../../scripts/languages/catalog-file.ts';

/** The term for each concept, and words that a catalog must not use instead. */
const terms: Readonly<Record<string, Readonly<Record<string, readonly [use: string, not: RegExp]>>>> = {
  'threads?': {
    de: ['Thema', /\bThreads?\b/],
    es: ['hilo', /\btemas?\b/i],
    fr: ['fil', /\bsujets?\b|discussion/i],
  },
  'splash pages?': {
    de: ['Zwischenseite', /Splash-Seite/],
    es: ['página intermedia', /bienvenida/],
    fr: ['page intermédiaire', /page d’accueil/],
    ar: ['صفحة وسيطة', /تمهيدي/],
  },
  'notifications?': { de: ['Benachrichtigung', /Mitteilung/] },
  'overlays?': { ar: ['طبقة علوية', /تراكب/] },
  'bio pages?': { es: ['página bio', /de bio/], fr: ['page bio', /page de bio/] },
  'operators?': {
    de: ['Betreiber', /Operator/],
    es: ['administrador', /operador/i],
    fr: ['administrateur', /opérateur|exploitant/i],
    ar: ['مشغّل', /مدير/],
  },
  'appeals?': {
    de: ['Einspruch', /Beschwerde/],
    es: ['apelación', /recurso/],
    fr: ['recours', /contestation/],
    ar: ['تظلّم', /اعتراض/],
  },
  'wallets?': {
    de: ['Wallet', /Geldbörse/],
    es: ['monedero', /billetera|cartera/],
    fr: ['portefeuille', /porte-monnaie/],
  },
  'top-ups?': { fr: ['recharge', /rechargement/i] },
  'payouts?': {
    de: ['Auszahlung', /Ausschüttung/],
    es: ['retiro', /reintegro/],
    fr: ['versement', /retrait/],
  },
  'passkeys?': { es: ['llave de acceso', /claves de acceso/i], fr: ['clé d’accès', /passkey(?!s\.)/] },
  verified: { fr: ['vérifié', /certifié/] },
};

for (const language of ['de', 'es', 'fr', 'ar'])
  test(`the catalog of ${language} translates each term consistently`, () => {
    const { translations } = loadCatalogFile(language);
    const mixed = Object.entries(terms).flatMap(([term, words]) => {
      const [use, not] = words[language] ?? [];
      if (not === undefined) return [];
      // Ignores names in code, addresses and arguments.
      const plain = (text: string) => text.replaceAll(/\{\w+, (?:select|plural),|\b\w+ \{|\S*\/\S*/g, ' ');
      return [...translations]
        .filter(
          ([message, text]) => new RegExp(`\\b${term}\\b`, 'i').test(plain(message)) && not.test(plain(text)),
        )
        .map(([message]) => `${message}: ${use}`);
    });
    assert.deepEqual(mixed, []);
  });
