import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';

/** The birthdate fields of all forms and APIs. */
export interface GivenBirthdate {
  birthdate?: string | undefined;
  birth_year?: string | number | undefined;
  birth_month?: string | number | undefined;
  birth_day?: string | number | undefined;
}

/**
 * Returns `YYYY-MM-DD` from a single text or three parts, or undefined if no date was given. Rejects ages
 * under `minimumAge`.
 */
export function parseBirthdate(given: GivenBirthdate, now: Date, minimumAge: number): string | undefined {
  const text = toText(given);
  if (text === undefined) {
    if (minimumAge > 0) throw invalid('birthdate', t('Enter your date of birth'));
    return undefined;
  }
  const date = new Date(`${text}T00:00:00Z`);
  const isReal =
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  if (!isReal || date > now || date.getUTCFullYear() < 1890)
    throw invalid('birthdate', t('Enter a valid date of birth as YYYY-MM-DD'));
  if (ageOn(date, now) < minimumAge)
    throw invalid('birthdate', t('You must be at least {minimumAge} years old', { minimumAge }));
  return text;
}

function toText({ birthdate, birth_year, birth_month, birth_day }: GivenBirthdate): string | undefined {
  if (birthdate !== undefined && birthdate.trim() !== '') return birthdate.trim();
  const parts = [birth_year, birth_month, birth_day].map((part) => String(part ?? '').trim());
  if (parts.every((part) => part === '' || part === 'none' || part === '0')) return undefined;
  const [year = '', month = '', day = ''] = parts;
  return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function ageOn(born: Date, now: Date): number {
  const years = now.getUTCFullYear() - born.getUTCFullYear();
  const hadBirthday =
    now.getUTCMonth() > born.getUTCMonth() ||
    (now.getUTCMonth() === born.getUTCMonth() && now.getUTCDate() >= born.getUTCDate());
  return hadBirthday ? years : years - 1;
}
