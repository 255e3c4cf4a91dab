import { header, robots, without, testFaults, type Fault } from '../../../../../test/audit/audit-site.ts';
import { json } from '../../../../../test/audit/site.ts';

const faults: readonly Fault[] = [
  [
    'a redirect loop',
    (site) => {
      site.plain.location = (path) => path;
      site.status = 302;
      site.headers.location = '/';
    },
    {
      'status-200': 'fail',
      'https-redirect': 'fail',
      redirection: 'fail',
      title: 'unable',
      cookies: 'unable',
      crawlable: 'unable',
    },
  ],
  ['noindex', ({ head }) => head.push('<meta name="robots" content="noindex">'), { crawlable: 'fail' }],
  ['noindex in a header', header('x-robots-tag', 'noindex'), { crawlable: 'fail' }],
  [
    'a robots.txt that disallows crawling',
    robots('User-agent: *\nDisallow: /\nContent-Signal: search=no'),
    { crawlable: 'fail' },
  ],
  ['a 503 response', (site) => void (site.status = 503), { 'status-200': 'fail', 'ai-access': 'fail' }],
  [
    'an invalid robots.txt',
    robots('<html>User agents: none'),
    { 'robots-txt': 'fail', 'agents-robots': 'fail', 'ai-rules': 'fail', 'content-signal': 'fail' },
  ],
  [
    'a robots.txt with a server error',
    (site) => void (site.files['/robots.txt'] = json({}, 500)),
    { 'robots-txt': 'fail' },
  ],
  [
    'another canonical host',
    ({ head }) => head.push('<link rel="canonical" href="https://other.example/">'),
    { canonical: 'fail' },
  ],
  [
    'an invalid hreflang',
    ({ head }) => head.push('<link rel="alternate" hreflang="english!" href="/en">'),
    { hreflang: 'fail' },
  ],
  [
    'no sitemap',
    (site) => void (site.files['/sitemap.xml'] = undefined),
    { sitemap: 'fail', 'agents-sitemap': 'fail' },
  ],
  [
    'a sitemap without lastmod',
    (site, base) =>
      void (site.files['/sitemap.xml']!.body = `<urlset><url><loc>${base}/</loc></url></urlset>`),
    { sitemap: 'warn' },
  ],
  ['no title', without('<title>'), { title: 'fail' }],
  [
    'a long title',
    (site) => {
      without('<title>')(site);
      site.head.push(`<title>${'Bread '.repeat(15)}</title>`);
    },
    { title: 'warn' },
  ],
  ['no description', without('description'), { description: 'fail' }],
  ['vague links', (site) => void (site.body += '<a href="/more">Click here</a>'), { 'link-text': 'fail' }],
  [
    'links without a URL',
    (site) => void (site.body += '<a href="javascript:go()">Recipes of the day</a>'),
    { anchors: 'fail' },
  ],
  ['an image without alt text', (site) => void (site.body += '<img src="/c.png">'), { 'image-alt': 'fail' }],
  ['no icon', (site) => void (site.files['/icon.svg'] = undefined), { favicon: 'fail' }],
  [
    'links over HTTP',
    (site) => void (site.body += '<a href="http://example.com/">An example of a site</a>'),
    { 'https-links': 'fail' },
  ],
  ['two main headings', (site) => void (site.body += '<h1>Rolls</h1>'), { 'one-h1': 'warn' }],
  [
    'no main heading',
    (site) => void (site.body = site.body.replaceAll('h1', 'h2')),
    { 'one-h1': 'fail', 'without-scripts': 'warn' },
  ],
  ['no language', (site) => void (site.html = '<html>'), { language: 'fail' }],
  ['no viewport', without('viewport'), { viewport: 'fail' }],
  [
    'a viewport that cannot be zoomed',
    (site) => {
      without('viewport')(site);
      site.head.push('<meta name="viewport" content="width=device-width, user-scalable=no">');
    },
    { viewport: 'warn' },
  ],
  ['no encoding', header('content-type', 'text/html'), { charset: 'fail' }],
  ['no preview', without('og:title'), { 'open-graph': 'fail' }],
  [
    'bad JSON-LD',
    (site) => {
      without('ld+json')(site);
      site.head.push('<script type="application/ld+json">{"@type": </script>');
    },
    { 'structured-data': 'fail', identity: 'fail' },
  ],
];

testFaults('seo', faults);
