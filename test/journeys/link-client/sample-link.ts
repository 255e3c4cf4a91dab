/**
 * The sample request in the documentation of this family of APIs, copied verbatim, including its oddities.
 */
export const sampleLink = {
  url: 'https://google.com',
  status: 'private',
  custom: 'google',
  password: 'mypass',
  expiry: '2020-11-11 12:00:00',
  type: 'splash',
  metatitle: 'Not Google',
  metadescription: 'Not Google description',
  metaimage: 'https://www.mozilla.org/media/protocol/img/logos/firefox/browser/og.4ad05d4125a5.png',
  description: 'For facebook',
  pixels: [1, 2, 3, 4],
  channel: 1,
  campaign: 1,
  deeplink: {
    auto: true,
    apple: 'https://apps.apple.com/us/app/google/id284815942',
    google:
      'https://play.google.com/store/apps/details?id=com.google.android.googlequicksearchbox&hl=en_CA&gl=US',
  },
  geotarget: [
    { location: 'Canada', link: 'https://google.ca' },
    { location: 'United States', link: 'https://google.us' },
  ],
  devicetarget: [
    { device: 'iPhone', link: 'https://google.com' },
    { device: 'Android', link: 'https://google.com' },
  ],
  languagetarget: [
    { language: 'en', link: 'https://google.com' },
    { language: 'fr', link: 'https://google.ca' },
  ],
  parameters: [
    { name: 'aff', value: '3' },
    { device: 'gtm_source', link: 'api' },
  ],
};
