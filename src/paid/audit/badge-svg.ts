const colors: Readonly<Record<string, string>> = {
  A: '#157f3b',
  B: '#8a6d00',
  C: '#a35200',
  D: '#b3261e',
  F: '#b3261e',
};

/** Returns a badge with the grade, for the audited site to embed. */
export function badgeSvg(grade: string): string {
  const color = colors[grade[0] ?? ''] ?? '#5c5c5c';
  const label = `Website audit: ${grade}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="126" height="20" role="img" aria-label="${label}"><title>${label}</title><clipPath id="r"><rect width="126" height="20" rx="4"/></clipPath><g clip-path="url(#r)"><rect width="90" height="20" fill="#333"/><rect x="90" width="36" height="20" fill="${color}"/></g><g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11"><text x="45" y="14">website audit</text><text x="108" y="14" font-weight="bold">${grade}</text></g></svg>\n`;
}
