// Under which licences the packages of production come, and whether this service may be given to others with them.

/** Permissive licences: they ask to keep their text and notice. OFL-1.1, of typefaces, also asks not to sell a typeface alone. */
export const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Python-2.0',
]);

/** An entry of `packages` in package-lock.json. */
export interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
}

/** What of a package.json tells the licence: an SPDX expression, or a list as packages wrote it before 2014. */
export interface Manifest {
  readonly license?: unknown;
  readonly licenses?: unknown;
}

/** Where the packages lie that `npm ci --omit=dev` installs, `node_modules/…`. */
export const productionPaths = (packages: Readonly<Record<string, LockedPackage>>): string[] =>
  Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => path);

/** `MIT`, `(MIT OR Apache-2.0)`; undefined when the package says nothing. */
export function licenceOf({ license, licenses }: Manifest): string | undefined {
  const stated: readonly unknown[] = Array.isArray(licenses) ? licenses : [license];
  const names = stated.map((each) => (typeof each === 'string' ? each : (each as { type?: unknown } | null)?.type));
  return names.length > 0 && names.every((name) => typeof name === 'string') ? names.join(' OR ') : undefined;
}

/** One of several that may be chosen is enough; of several that hold together each must be allowed. */
export const isAllowed = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => ALLOWED.has(name.trim())));

/** An entry of the list of packages in the console's page, dist/apps/console/licences.json. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly identifier?: string;
}

export interface InstalledPackage {
  readonly path: string;
  readonly version: string;
  readonly licence: string | undefined;
}

/** One line for each package whose licence is unknown or not allowed. */
export const licenceFaults = (packages: readonly InstalledPackage[]): string[] =>
  packages
    .filter(({ licence }) => licence === undefined || !isAllowed(licence))
    .map(({ path, version, licence }) => `${path} ${version}: ${licence ?? 'states no licence'}`);

export const bundledPackage = ({ name, version, identifier }: BundledPackage): InstalledPackage => ({
  path: `console: ${name}`,
  version,
  licence: identifier,
});
