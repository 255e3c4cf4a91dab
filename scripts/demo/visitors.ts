import { type CountryOf, openCountries } from '../../src/links/redirect/targeting/country.ts';
import type { ClientTraits } from '../../src/links/redirect/visitor.ts';
import type { Config } from '../../src/platform/settings/config.ts';
import type { Random } from './chance.ts';

/** Countries by share of visitors, with their browsers' Accept-Language. */
const countries = {
  US: { share: 30, language: 'en-US,en;q=0.9' },
  GB: { share: 17, language: 'en-GB,en;q=0.9' },
  DE: { share: 9, language: 'de-DE,de;q=0.9,en;q=0.6' },
  IN: { share: 9, language: 'en-IN,hi;q=0.8' },
  FR: { share: 6, language: 'fr-FR,fr;q=0.9,en;q=0.5' },
  CA: { share: 6, language: 'en-CA,fr-CA;q=0.7' },
  BR: { share: 4, language: 'pt-BR,pt;q=0.9' },
  JP: { share: 4, language: 'ja,en;q=0.4' },
  NL: { share: 3, language: 'nl-NL,nl;q=0.9,en;q=0.8' },
  ES: { share: 3, language: 'es-ES,es;q=0.9' },
  AU: { share: 3, language: 'en-AU,en;q=0.9' },
  SE: { share: 2, language: 'sv-SE,sv;q=0.9,en;q=0.8' },
  KE: { share: 1, language: 'en-KE,sw;q=0.8' },
  ZA: { share: 1, language: 'en-ZA,en;q=0.9' },
  PL: { share: 1, language: 'pl-PL,pl;q=0.9' },
} as const;

type Country = keyof typeof countries;

/** User agents by weight. Two of them are bots. */
const agents = {
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36': 22,
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1': 20,
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36': 18,
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36': 9,
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15': 8,
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0': 6,
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0': 4,
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0': 5,
  'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1': 4,
  'Mozilla/5.0 (Linux; Android 15; SAMSUNG SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36': 4,
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)': 2,
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)': 1,
} as const;

/** Creates the given number of distinct visitors, with random addresses that geolocate to their countries. */
export function createVisitors(config: Config, chance: Random, count: number): ClientTraits[] {
  const countryOf = openCountries(config);
  const shares = Object.fromEntries(
    Object.entries(countries).map(([country, { share }]) => [country, share]),
  ) as Record<Country, number>;
  return Array.from({ length: count }, () => {
    const country = chance.weigh(shares);
    return {
      address: drawAddress(countryOf, country, chance),
      userAgent: chance.weigh(agents),
      acceptLanguage: countries[country].language,
    };
  });
}

function drawAddress(countryOf: CountryOf, country: Country, chance: Random): string {
  // A custom geolocation database may not know these countries. In that case any address is accepted.
  for (let i = 0; i < 20_000; i++) {
    const address = [
      chance.whole(1, 223),
      chance.whole(0, 255),
      chance.whole(0, 255),
      chance.whole(1, 254),
    ].join('.');
    if (countryOf(address) === country) return address;
  }
  return '192.0.2.1';
}
