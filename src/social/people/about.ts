import { iso31661 } from 'iso-3166';
import type { PrivatePart } from '../../identity/account/privacy.ts';
import { getTitle } from '../../identity/account/people.ts';
import { answerText, listFields } from '../../identity/profile-fields.ts';
import { networkNames, networks, relationships } from '../../identity/profile/profile.ts';
import { dateFormat, t, translateInstalled } from '../../web/translation/translate.ts';
import { onceInEachLanguage } from '../../web/translation/languages.ts';
import type { App } from '../../platform/app.ts';
import type { IconName } from '../../web/components/icon-names.ts';
import { getProfileDetails, type Profile, type ProfileDetails } from './profile.ts';

/** A line of profile details, formatted for the page. */
export interface AboutLine {
  label: string;
  text: string;
  /** Link target, if any. */
  href?: string;
  /** Shown instead of the label, next to the name. */
  icon?: IconName;
  /** On the viewer's own page: the restricted audience, if any. */
  isFor?: 'friends' | 'me';
}

/** Returns the profile details visible to the viewer. */
export async function getAboutOf(app: App, profile: Profile, details?: ProfileDetails): Promise<AboutLine[]> {
  const known = details ?? (await getProfileDetails(app, profile));
  const line = (
    part: PrivatePart,
    label: string,
    text: string,
    { href, icon }: Pick<AboutLine, 'href' | 'icon'> = {},
  ): AboutLine[] =>
    text === ''
      ? []
      : [{ label, text, ...(href && { href }), ...(icon && { icon }), ...restriction(profile, part) }];
  const { links } = known;
  const relationship = relationships.find((each) => each === known.relationship);
  const country = listCountries().find(({ id }) => id === known.country)?.name ?? '';
  const born = known.birthdate && dayFormat.format(new Date(`${known.birthdate}T00:00:00Z`));
  return [
    ...line('work', t('Work'), list([known.workTitle, known.workPlace]) || hostOf(known.workUrl), {
      href: known.workUrl,
      icon: 'briefcase',
    }),
    ...line('education', t('Education'), list([known.school, known.major, known.class])),
    ...line('location', t('Lives in'), list([known.city, country]), { icon: 'map-pin' }),
    ...line('location', t('From'), known.hometown),
    ...line('gender', t('Gender'), translateInstalled(await getTitle(app, 'gender', profile.gender))),
    ...line('birthdate', t('Date of birth'), born),
    ...line('relationship', t('Relationship'), relationship ? relationshipNames()[relationship] : ''),
    ...line('email', t('Email'), known.email, { href: `mailto:${known.email}` }),
    ...line('phone', t('Phone'), known.phone, { href: `tel:${known.phone.replace(/[^+0-9]/g, '')}` }),
    ...line('links', t('Website'), hostOf(known.website), { href: known.website, icon: 'link' }),
    ...networkNames.flatMap((name) =>
      line('links', networks[name], hostOf(links[name] ?? ''), { href: links[name] ?? '' }),
    ),
    ...(await linesOf(app, known.answers)),
  ];
}

function restriction({ relation, privacy }: Profile, part: PrivatePart): Pick<AboutLine, 'isFor'> {
  const audience = privacy.parts[part];
  return relation.isMe && audience !== 'public' ? { isFor: audience } : {};
}

const dayFormat = dateFormat({ dateStyle: 'long' });

const list = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ');

/** A URL in its short form. */
const hostOf = (address: string): string => address.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');

async function linesOf(app: App, answers: ProfileDetails['answers']): Promise<AboutLine[]> {
  if (answers.size === 0) return [];
  return (await listFields(app)).flatMap((field) => {
    const answer = answers.get(field.id);
    return field.isPublic && answer !== undefined
      ? [{ label: field.label, text: answerText(field, answer) }]
      : [];
  });
}

export interface Country {
  /** ISO 3166-1 numeric code without leading zeros, which is more stable than names and letter codes. */
  id: string;
  /** Two capital letters. */
  code: string;
  name: string;
}

/** Returns all countries, sorted by their names in the reader's language. */
export const listCountries = onceInEachLanguage((language): readonly Country[] => {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return iso31661
    .map(({ numeric, alpha2 }) => ({
      id: String(Number(numeric)),
      code: alpha2,
      name: names.of(alpha2) ?? alpha2,
    }))
    .sort((one, other) => one.name.localeCompare(other.name, language));
});

/** Labels of relationship statuses. */
export const relationshipNames = (): Readonly<Record<(typeof relationships)[number], string>> => ({
  single: t('Single'),
  relationship: t('In a relationship'),
  married: t('Married'),
  complicated: t('It’s complicated'),
  separated: t('Separated'),
  divorced: t('Divorced'),
  widowed: t('Widowed'),
});
