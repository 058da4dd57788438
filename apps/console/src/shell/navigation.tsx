import { IconBell, IconBook2, IconHistory, IconKey, IconLayoutDashboard, IconPackage, IconSend, IconTags } from '@tabler/icons-react';
import { NavLink } from '@mantine/core';
import { apiUrl } from '../api/client.js';
import { UnseenCount } from '../notifications/unseen-count.js';
import { NavItem } from '../shared/links.js';
import { words } from '../words/words.js';

const { nav } = words.shared;

/** The account's views. Views of another role would be a second group here, below an address of their own. */
const ACCOUNT_VIEWS = [
  { to: '/', label: nav.overview, Icon: IconLayoutDashboard },
  { to: '/parcels', label: nav.parcels, Icon: IconPackage },
  { to: '/deliveries', label: nav.deliveries, Icon: IconSend },
  { to: '/recover', label: nav.recover, Icon: IconHistory },
  { to: '/notifications', label: nav.notifications, Icon: IconBell },
  { to: '/catalogue', label: nav.catalogue, Icon: IconTags },
  { to: '/access', label: nav.access, Icon: IconKey },
] as const;

export function Navigation() {
  return (
    <>
      {ACCOUNT_VIEWS.map(({ to, label, Icon }) => (
        <NavItem
          key={to}
          to={to}
          label={label}
          leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
          rightSection={to === '/notifications' ? <UnseenCount /> : undefined}
          activeOptions={{ exact: to === '/' }}
          activeProps={{ active: true }}
        />
      ))}
      <NavLink
        href={`${apiUrl}/docs`}
        target="_blank"
        rel="noreferrer"
        label={nav.reference}
        leftSection={<IconBook2 size={18} stroke={1.6} aria-hidden />}
      />
    </>
  );
}
