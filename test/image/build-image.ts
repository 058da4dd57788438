import { ROOT } from '../../scripts/stack/clone.js';
import type { BuiltImage } from './image.js';
import { buildByBuildah, buildByDocker } from './image-engine.js';
import { buildFolder } from './image-folder.js';

/**
 * Builds the image with Docker or buildah if available, otherwise in folders of this machine. IMAGE_BUILDER=docker|buildah|folder
 * overrides.
 */
export async function buildImage(): Promise<BuiltImage> {
  const wanted = process.env['IMAGE_BUILDER'];
  const builders = { docker: buildByDocker, buildah: buildByBuildah, folder: buildFolder };
  for (const [name, build] of Object.entries(builders)) {
    if (wanted !== undefined && wanted !== name) continue;
    const image = await build(ROOT);
    if (image !== undefined) return image;
  }
  throw new Error(`IMAGE_BUILDER=${wanted} is not available, or is none of ${Object.keys(builders).join(', ')}`);
}
