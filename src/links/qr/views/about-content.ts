import { contactName, type Content } from '../content/content.ts';

/** What a code says, in a line for its owner. A network's password stays out of it. */
export function aboutContent(content: Content): string {
  switch (content.kind) {
    case 'link':
      return content.url;
    case 'text':
      return content.text.slice(0, 200);
    case 'email':
      return [content.email, content.subject].filter(Boolean).join(': ');
    case 'phone':
      return content.phone;
    case 'sms':
      return [content.phone, content.message.slice(0, 200)].filter(Boolean).join(': ');
    case 'wifi':
      return content.ssid;
    case 'vcard':
      return [contactName(content), content.organization, content.email].filter(Boolean).join(', ');
  }
}
