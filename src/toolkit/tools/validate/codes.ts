import type validatorTypes from 'validator';
import { input, output, tool } from '../../tool.ts';

interface Code {
  slug: string;
  title: string;
  summary: string;
  example: string;
  check: (validator: typeof validatorTypes, text: string) => boolean;
}

const codes: readonly Code[] = [
  {
    slug: 'isbn-validator',
    title: 'ISBN validator',
    summary: 'Validate an ISBN book number',
    example: '978-3-16-148410-0',
    check: (v, text) => v.isISBN(text),
  },
  {
    slug: 'issn-validator',
    title: 'ISSN validator',
    summary: 'Validate an ISSN of a periodical',
    example: '0378-5955',
    check: (v, text) => v.isISSN(text),
  },
  {
    slug: 'ean-validator',
    title: 'EAN and UPC validator',
    summary: 'Validate the barcode number of a product',
    example: '4006381333931',
    check: (v, text) => v.isEAN(text),
  },
  {
    slug: 'isin-validator',
    title: 'ISIN validator',
    summary: 'Validate the ISIN of a security',
    example: 'US0378331005',
    check: (v, text) => v.isISIN(text),
  },
  {
    slug: 'bic-validator',
    title: 'BIC validator',
    summary: 'Validate the format of a bank’s SWIFT code',
    example: 'DEUTDEFF',
    check: (v, text) => v.isBIC(text),
  },
  {
    slug: 'imei-validator',
    title: 'IMEI validator',
    summary: 'Validate the IMEI of a mobile phone',
    example: '490154203237518',
    check: (v, text) => v.isIMEI(text),
  },
  {
    slug: 'mac-address-validator',
    title: 'MAC address validator',
    summary: 'Validate the MAC address of a network card',
    example: '00:1A:2B:3C:4D:5E',
    check: (v, text) => v.isMACAddress(text),
  },
  {
    slug: 'ethereum-address-validator',
    title: 'Ethereum address validator',
    summary: 'Validate the format of an Ethereum address',
    example: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    check: (v, text) => v.isEthereumAddress(text),
  },
  {
    slug: 'bitcoin-address-validator',
    title: 'Bitcoin address validator',
    summary: 'Validate the format of a Bitcoin address',
    example: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    check: (v, text) => v.isBtcAddress(text),
  },
  {
    slug: 'uuid-validator',
    title: 'UUID validator',
    summary: 'Validate the format of a UUID',
    example: '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
    check: (v, text) => v.isUUID(text),
  },
  {
    slug: 'domain-validator',
    title: 'Domain name validator',
    summary: 'Validate the format of a domain name',
    example: 'www.example.com',
    check: (v, text) => v.isFQDN(text),
  },
  {
    slug: 'url-validator',
    title: 'URL validator',
    summary: 'Validate the format of a URL',
    example: 'https://example.com/a?b=1',
    check: (v, text) => v.isURL(text, { require_protocol: true }),
  },
  {
    slug: 'ip-address-validator',
    title: 'IP address validator',
    summary: 'Validate an IPv4 or IPv6 address',
    example: '2001:db8::1',
    check: (v, text) => v.isIP(text),
  },
  {
    slug: 'semver-validator',
    title: 'Semantic version validator',
    summary: 'Validate a version under Semantic Versioning',
    example: '1.4.0-beta.1',
    check: (v, text) => v.isSemVer(text),
  },
  {
    slug: 'mime-type-validator',
    title: 'Media type validator',
    summary: 'Validate the format of a media type',
    example: 'text/html; charset=utf-8',
    check: (v, text) => v.isMimeType(text),
  },
  {
    slug: 'coordinates-validator',
    title: 'Coordinates validator',
    summary: 'Validate latitude and longitude',
    example: '52.52, 13.405',
    check: (v, text) => v.isLatLong(text),
  },
  {
    slug: 'language-tag-validator',
    title: 'Language tag validator',
    summary: 'Validate the format of a language tag (BCP 47)',
    example: 'zh-Hant-TW',
    check: (v, text) => v.isLocale(text),
  },
  {
    slug: 'magnet-link-validator',
    title: 'Magnet link validator',
    summary: 'Validate the format of a magnet link',
    example: 'magnet:?xt=urn:btih:06E2A9683BF4DA92C73A661AC56F0ECC9C63C5B4&dn=file',
    check: (v, text) => v.isMagnetURI(text),
  },
];

/** Numbers and names with validation rules. */
export default codes.map(({ slug, title, summary, example, check }) =>
  tool({
    slug,
    title,
    summary,
    keywords: 'check validate verify',
    input: { text: input.line('Text', example, { max: 2000 }) },
    output: { isValid: output.flag('Valid') },
    sample: { isValid: true },
    run: async ({ text }) => {
      const { default: validator } = await import('validator');
      return { isValid: check(validator, text.trim()) };
    },
  }),
);
