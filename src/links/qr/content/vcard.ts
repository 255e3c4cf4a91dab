import { toStorable } from '../../../kernel/text.ts';
import { contactName, type Contact } from './content.ts';

/** Returns a contact as a vCard (RFC 2426 or 6350) with CRLF line endings. */
export function toVcard(contact: Contact): string {
  const { firstName, lastName, organization, position, email, website, note, version } = contact;
  const address = [contact.street, contact.city, contact.region, contact.zip, contact.country];
  const type = (name: string) => (version === '4.0' ? name.toLowerCase() : name);
  const lines = [
    'BEGIN:VCARD',
    `VERSION:${version}`,
    `N:${[lastName, firstName, '', '', ''].map(escaped).join(';')}`,
    `FN:${escaped(contactName(contact) || email || contact.mobile || contact.phone)}`,
    organization && `ORG:${escaped(organization)}`,
    position && `TITLE:${escaped(position)}`,
    contact.mobile && `TEL;TYPE=${type('CELL')}:${escaped(contact.mobile)}`,
    contact.phone && `TEL;TYPE=${type('VOICE')}:${escaped(contact.phone)}`,
    contact.fax && `TEL;TYPE=${type('FAX')}:${escaped(contact.fax)}`,
    email && `EMAIL:${escaped(email)}`,
    address.some(Boolean) && `ADR:;;${address.map(escaped).join(';')}`,
    website && `URL:${website}`,
    note && `NOTE:${escaped(note)}`,
    'END:VCARD',
  ];
  return lines
    .filter((line) => line !== '' && line !== false)
    .map((line) => `${line}\r\n`)
    .join('');
}

/** Folds lines longer than 75 bytes, for files only. In a QR code, every byte makes the modules smaller. */
export const foldVcard = (vcard: string): string =>
  vcard
    .split('\r\n')
    .map((line) => fold(line))
    .join('\r\n');

function fold(line: string): string {
  const parts = [''];
  for (const letter of line) {
    const part = parts.at(-1) ?? '';
    const max = parts.length === 1 ? 75 : 74; // the leading space of a continuation line counts
    if (Buffer.byteLength(part + letter) > max) parts.push(letter);
    else parts[parts.length - 1] = part + letter;
  }
  return parts.join('\r\n ');
}

const escaped = (text: string): string =>
  toStorable(text)
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`);
