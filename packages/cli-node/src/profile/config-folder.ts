import { posix, win32 } from 'node:path';

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
}

const NAME = 'parcel-webhooks';

/** Returns the folder for profiles and positions: `APPDATA` on Windows, else `XDG_CONFIG_HOME` or `~/.config`. */
export function configFolder({ platform, env, homeFolder }: Machine): string {
  const path = platform === 'win32' ? win32 : posix;
  const [named, usual] =
    platform === 'win32'
      ? [env['APPDATA'], path.join(homeFolder, 'AppData', 'Roaming')]
      : [env['XDG_CONFIG_HOME'], path.join(homeFolder, '.config')];
  // The XDG specification ignores relative paths.
  return path.join(named !== undefined && path.isAbsolute(named) ? named : usual, NAME);
}
