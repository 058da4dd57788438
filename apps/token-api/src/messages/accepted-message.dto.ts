import { ApiProperty } from '@nestjs/swagger';

/** What the answer says of each accepted message. */
export class AcceptedMessage {
  @ApiProperty()
  readonly courier: string;

  @ApiProperty({ description: 'Normalised: under this the consignment is found.' })
  readonly tracking_number: string;

  @ApiProperty({ type: [String], description: 'Fields that were dropped or corrected because they could not be understood.' })
  readonly repaired: readonly string[];
}
