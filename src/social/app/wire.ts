import { Type } from 'typebox';
import type { ListOption } from '../../identity/account/people.ts';
import type { ProfileField } from '../../identity/profile-fields.ts';
import { interfaceLanguages, nativeName } from '../../web/translation/languages.ts';
import type { App } from '../../platform/app.ts';
import { getSiteSettings, type SiteSettings } from '../../platform/settings/site-settings.ts';
import { OwnUser } from '../accounts/records.ts';
import type { Category } from '../categories.ts';
import type { Counters } from '../notifications/counters.ts';
import type { Country } from '../people/about.ts';
import type { StaticPage } from '../static-pages/static-pages.ts';

const text = Type.String();
const YesNo = Type.Enum(['0', '1']);
const yesNo = (value: boolean) => (value ? ('1' as const) : ('0' as const));

export const GenderRecord = Type.Object(
  { gender_id: text, gender_name: text, gender_order: text },
  { title: 'Gender' },
);
export const toGenderRecord = ({ id, title, position }: ListOption) => ({
  gender_id: id,
  gender_name: title,
  gender_order: String(position),
});

export const UserGroupRecord = Type.Object(
  {
    user_group_id: text,
    user_group_title: text,
    permissions_group_title: Type.String({ description: 'Alias used by some clients' }),
  },
  { title: 'UserGroup' },
);
export const toUserGroupRecord = ({ id, title }: ListOption) => ({
  user_group_id: id,
  user_group_title: title,
  permissions_group_title: title,
});

export const LanguageRecord = Type.Object(
  {
    language_id: text,
    code: text,
    title: text,
    title_native: text,
  },
  { title: 'Language' },
);
export const toLanguageRecord = ({ id, code, title, nativeTitle }: Language) => ({
  language_id: id,
  code,
  title,
  title_native: nativeTitle,
});

export const CountryRecord = Type.Object(
  { country_id: text, country_name: text, country_code: text },
  { title: 'Country' },
);
export const toCountryRecord = ({ id, name, code }: Country) => ({
  country_id: id,
  country_name: name,
  country_code: code,
});

export const FieldRecord = Type.Object(
  {
    field_id: text,
    label: text,
    type: Type.Enum(['textbox', 'textarea', 'selectbox', 'multipleselectbox']),
    options: Type.Array(text, {
      description: 'The options; an answer is the index of its option, starting at 0',
    }),
    mandatory: YesNo,
    length: text,
    in_registration: YesNo,
  },
  { title: 'Field' },
);
export const toFieldRecord = (field: ProfileField) => ({
  field_id: field.id,
  label: field.label,
  type: field.kind,
  options: field.options,
  mandatory: yesNo(field.isRequired),
  length: String(field.maxLength),
  in_registration: yesNo(field.atSignUp),
});

export const CategoryRecord = Type.Object(
  {
    category_id: text,
    category_name: text,
    category_parent_id: Type.String({ description: '"0" for a top-level category' }),
    category_order: text,
  },
  { title: 'Category' },
);
export const toCategoryRecord = ({ id, name, parentId, position }: Category) => ({
  category_id: id,
  category_name: name,
  category_parent_id: parentId ?? '0',
  category_order: String(position),
});

export const StaticPageRecord = Type.Object(
  {
    page_id: text,
    page_url: Type.String({ description: 'Identifier in the path /apis/php/app/static_pages/{page_url}' }),
    page_title: text,
    page_text: Type.String({ description: 'Markdown' }),
    page_language: text,
    page_in_footer: YesNo,
  },
  { title: 'StaticPage' },
);
export const toStaticPageRecord = (page: StaticPage) => ({
  page_id: page.id,
  page_url: page.slug,
  page_title: page.title,
  page_text: page.body,
  page_language: page.language,
  page_in_footer: yesNo(page.inFooter),
});

/** Parts that existing apps hide unless a switch says that the service has them. */
const availableParts = [
  'getting_started',
  'reactions_enabled',
  'chat_enabled',
  'chat_photos_enabled',
  'chat_videos_enabled',
  'voice_notes_chat_enabled',
  'chat_typing_enabled',
  'chat_seen_enabled',
] as const;

export const SystemRecord = Type.Object(
  {
    system_title: text,
    system_description: text,
    system_url: text,
    system_uploads: Type.String({ description: 'Base URL for upload paths' }),
    link_url: Type.String({ description: 'URL of the link shortener' }),
    registration_enabled: YesNo,
    invitation_enabled: YesNo,
    activation_enabled: YesNo,
    activation_type: Type.Literal('email'),
    age_restriction: YesNo,
    minimum_age: text,
    genders_disabled: YesNo,
    select_user_group_enabled: YesNo,
    friends_enabled: YesNo,
    followers_enabled: YesNo,
    two_factor_enabled: YesNo,
    ...Object.fromEntries(availableParts.map((part) => [part, YesNo])),
    monetization_enabled: Type.Enum(['0', '1'], { description: 'Whether paid plans are available' }),
    max_photo_size: Type.String({ description: 'In kilobytes' }),
    max_post_length: text,
    min_password_length: text,
    max_results: Type.String({ description: 'Items per page in lists' }),
    default_language: text,
  },
  { title: 'System' },
);

interface SystemFacts {
  plazaUrl: string;
  monetization: boolean;
  hopUrl: string;
  uploads: string;
  pictureBytes: number;
  postLength: number;
  passwordLength: number;
  pageSize: number;
}

/** The system record. All of its fields are public. */
export const toSystemRecord = (settings: SiteSettings, facts: SystemFacts) => ({
  system_title: settings.name,
  system_description: settings.description,
  system_url: facts.plazaUrl,
  system_uploads: facts.uploads,
  link_url: facts.hopUrl,
  registration_enabled: yesNo(settings.registration !== 'closed'),
  invitation_enabled: yesNo(settings.registration === 'invitation'),
  activation_enabled: yesNo(settings.activation),
  activation_type: 'email' as const,
  age_restriction: yesNo(settings.minimumAge > 0),
  minimum_age: String(settings.minimumAge),
  genders_disabled: yesNo(!settings.genders),
  select_user_group_enabled: yesNo(settings.chooseGroup),
  friends_enabled: '1' as const,
  followers_enabled: '1' as const,
  two_factor_enabled: '1' as const,
  ...Object.fromEntries(availableParts.map((part) => [part, '1'])),
  monetization_enabled: yesNo(facts.monetization),
  max_photo_size: String(Math.floor(facts.pictureBytes / 1024)),
  max_post_length: String(facts.postLength),
  min_password_length: String(facts.passwordLength),
  max_results: String(facts.pageSize),
  default_language: settings.languages[0] ?? 'en',
});

/** The signed-in person with the counters that `data/reset` resets to 0. */
export const SettingsUser = Type.Object(
  {
    ...OwnUser.properties,
    user_live_requests_counter: Type.Integer({ description: 'Reset by friend_requests' }),
    user_live_messages_counter: Type.Integer({ description: 'Reset by messages' }),
    user_live_notifications_counter: Type.Integer({ description: 'Reset by notifications' }),
  },
  { title: 'SettingsUser' },
);

export const toCounterRecord = ({ friendRequests, messages, notifications }: Counters) => ({
  user_live_requests_counter: friendRequests,
  user_live_messages_counter: messages,
  user_live_notifications_counter: notifications,
});

interface Language {
  /** A number from 1, in the operator's order. */
  id: string;
  /** A tag such as `en` or `pt-BR`. */
  code: string;
  title: string;
  /** The name of the language in that language. */
  nativeTitle: string;
}

/**
 * Returns the languages of static pages in the operator's order, starting with the site language, followed by
 * the languages of the interface.
 */
export async function listLanguages(app: App): Promise<Language[]> {
  const { languages } = await getSiteSettings(app);
  return [...new Set([...languages, ...interfaceLanguages])].map((code, index) => ({
    id: String(index + 1),
    code,
    title: englishNames.of(code) ?? code,
    nativeTitle: nativeName(code),
  }));
}

const englishNames = new Intl.DisplayNames('en', { type: 'language' });
