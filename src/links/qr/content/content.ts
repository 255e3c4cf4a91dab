import { t } from '../../../kernel/translation/translate.ts';
/** What a QR code says. Which fields a kind has is here; how they are written into the code, in `spell-content.ts`. */
export type Content =
  | { kind: 'text'; text: string }
  | { kind: 'link'; url: string }
  | { kind: 'email'; email: string; subject: string; body: string }
  | { kind: 'phone'; phone: string }
  | { kind: 'sms'; phone: string; message: string }
  | ({ kind: 'wifi' } & Network)
  | ({ kind: 'vcard' } & Contact);

export const kinds = ['link', 'text', 'vcard', 'wifi', 'email', 'phone', 'sms'] as const;
export type Kind = (typeof kinds)[number];

export interface Network {
  ssid: string;
  encryption: 'WPA' | 'WEP' | 'nopass';
  password: string;
  isHidden: boolean;
}

/** A person or a company; '' is what is not known. */
export interface Contact {
  firstName: string;
  lastName: string;
  organization: string;
  position: string;
  /** As typed: people set the groups of a number apart in their own ways. */
  phone: string;
  mobile: string;
  fax: string;
  email: string;
  street: string;
  city: string;
  region: string;
  zip: string;
  country: string;
  website: string;
  note: string;
  /** Of vCard. Phones know 3.0 best. */
  version: '3.0' | '4.0';
}

export const kindNames = (): Readonly<Record<Kind, string>> => ({
  link: t('Link'),
  text: t('Text'),
  vcard: t('Contact'),
  wifi: 'Wi-Fi',
  email: t('Email'),
  phone: t('Phone'),
  sms: 'SMS',
});

/** What a person is called; a company where no name is given. */
export const contactName = (contact: Contact): string =>
  [contact.firstName, contact.lastName].filter(Boolean).join(' ') || contact.organization;
