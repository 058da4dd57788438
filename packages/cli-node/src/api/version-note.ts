const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-(.+))?$/;

/**
 * Compares the service with this command. Both follow semantic versions, and come from one repository.
 * @returns a remark when they differ in more than the last number; undefined = nothing to say
 */
export function versionNote(service: string, own: string): string | undefined {
  const order = compare(service, own);
  if (order === undefined) return `The service says that its version is ${service}, which this command cannot read.`;
  if (order > 0) return `The service (${service}) is newer than this command (${own}): update the command to see all that the service has.`;
  if (order < 0) return `The service (${service}) is older than this command (${own}): it may not know all that the command asks for.`;
  return undefined;
}

function compare(service: string, own: string): number | undefined {
  const [theirs, ours] = [VERSION.exec(service), VERSION.exec(own)];
  if (!theirs || !ours) return undefined;
  const [major, minor] = [Number(theirs[1]) - Number(ours[1]), Number(theirs[2]) - Number(ours[2])];
  return Math.sign(major === 0 ? minor : major);
}
