import { ApiProperty } from '@nestjs/swagger';

/** An accepted scan or record in the answer. */
export class AcceptedMessage {
  @ApiProperty()
  readonly courier: string;

  @ApiProperty({ description: 'The normalised number, which finds the consignment.' })
  readonly tracking_number: string;

  @ApiProperty({ type: [String], description: 'Fields that were dropped or corrected because they could not be understood.' })
  readonly repaired: readonly string[];
}
