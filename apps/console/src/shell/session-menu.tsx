import { ActionIcon, Menu, SegmentedControl, Text, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { signOut, useSession } from '../session/session.js';
import { Instant } from '../shared/instant.js';
import { words } from '../words/words.js';

const SCHEMES = ['light', 'dark', 'auto'] as const;

/** Who is signed in, the colours, and the way out. */
export function SessionMenu() {
  const { account, scope, expiresAt } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leave = useMutation({ mutationFn: signOut });
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" ml="auto" aria-label={words.session.signedInAs(account)}>
          <IconUserCircle />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text fw={600} c="bright">
            {words.session.signedInAs(account)}
          </Text>
          <Text size="xs">{words.session.scope[scope]}</Text>
          {expiresAt && (
            <Text size="xs">
              {words.session.until} <Instant at={expiresAt} relative />
            </Text>
          )}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>{words.shared.colours}</Menu.Label>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={words.shared.colours}
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme)}
          data={SCHEMES.map((value) => ({ value, label: words.shared.colourScheme[value] }))}
        />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => leave.mutate()}>
          {words.session.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
