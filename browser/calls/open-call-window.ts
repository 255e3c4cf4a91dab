/** Opens the window of a call, or brings it to the front; false where the browser opens none. */
export function openCallWindow(address: string, name: string): boolean {
  // On a phone a window is a tab: there the link does as well.
  if (matchMedia('(pointer: coarse)').matches) return false;
  const [width, height] = [Math.min(980, screen.availWidth), Math.min(720, screen.availHeight)];
  const left = Math.round((screen.availWidth - width) / 2);
  const top = Math.round((screen.availHeight - height) / 3);
  const opened = window.open(address, name, `popup,width=${width},height=${height},left=${left},top=${top}`);
  opened?.focus();
  return opened !== null;
}
