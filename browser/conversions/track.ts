/*! Stores the click ID of Hop (hop_id) of the landing page in a first-party cookie, and adds it to forms. */
(() => {
  const name = 'hop_id';
  const { domain, days = '90', attribution } = document.currentScript?.dataset ?? {};
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  const stored = () => /(?:^|; )hop_id=([0-9a-f]{32})/.exec(document.cookie)?.[1];
  const id = new URLSearchParams(location.search).get(name) ?? '';
  const isRefused = globalPrivacyControl === true || doNotTrack === '1';
  if (/^[0-9a-f]{32}$/.test(id) && !isRefused && !(attribution === 'first' && stored()))
    document.cookie =
      `${name}=${id}; path=/; max-age=${Number(days) * 86400}; samesite=lax` +
      (domain ? `; domain=${domain}` : '') +
      (location.protocol === 'https:' ? '; secure' : '');
  addEventListener('formdata', ({ formData }) => {
    const known = stored();
    if (known && formData.has(name)) formData.set(name, known);
  });
})();
