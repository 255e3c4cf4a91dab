import { t } from '../../../kernel/translation/translate.ts';
/** Content of a QR code. Defines the fields of each kind. `encode-content.ts` encodes them. */
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

/** A person or company. '' means unknown. */
export interface Contact {
  firstName: string;
  lastName: string;
  organization: string;
  position: string;
  /** As entered, including separators. */
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
  /** vCard version. 3.0 has the best support on phones. */
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

/** Returns the person's name, or the company if there is none. */
export const contactName = (contact: Contact): string =>
  [contact.firstName, contact.lastName].filter(Boolean).join(' ') || contact.organization;
