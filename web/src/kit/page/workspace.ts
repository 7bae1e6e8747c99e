/** The address of a page of another workspace, in any tab: `identity` reads it when the product is loaded. */
export const WORKSPACE = 'workspace';

export function inWorkspace(path: string, workspace: string): string {
  const { pathname, search, hash } = new URL(path, 'https://lanka.test');
  const asked = new URLSearchParams(search);
  asked.set(WORKSPACE, workspace);
  return `${pathname}?${asked}${hash}`;
}
