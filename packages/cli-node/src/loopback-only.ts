import { lookup } from 'node:dns';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** A hosts file may give `localhost` any address. */
export const loopbackOnly: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, []);
    const own = found.filter(({ address }) => LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'));
    if (own.length === 0) return callback(new Error(`${hostname} is not an address of this machine`), []);
    return options.all ? callback(null, own) : callback(null, own[0]!.address, own[0]!.family);
  });
